// Runs requests through a policy whose expressions were compiled beside it.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Reflection.Emit;
using Newtonsoft.Json.Linq;

public static class Program
{
    // Arguments: what there is and the requests, as JSON; the file that takes the outcomes.
    public static void Main(string[] arguments)
    {
        var told = JObject.Parse(File.ReadAllText(arguments[0]));
        var gateway = new Gateway(told, All.Of);
        var outcomes = new JArray(told["requests"].Select(one => gateway.Send((JObject)one)).ToArray());
        var used = new JArray(Used(typeof(Expressions)).Distinct().OrderBy(one => one, StringComparer.Ordinal));
        File.WriteAllText(arguments[1], new JObject(
            new JProperty("outcomes", outcomes), new JProperty("used", used)).ToString());
    }

    // Types and members of others that the compiled expressions call, as Type.Member.
    static IEnumerable<string> Used(Type type)
    {
        const BindingFlags all = BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public
            | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        foreach (var nested in type.GetNestedTypes(all))
            foreach (var one in Used(nested)) yield return one;
        foreach (var method in type.GetMethods(all))
            foreach (var one in Called(method)) yield return one;
    }

    static readonly Dictionary<int, OpCode> codes = typeof(OpCodes).GetFields()
        .Select(field => (OpCode)field.GetValue(null)).ToDictionary(one => (int)(ushort)one.Value);

    static IEnumerable<string> Called(MethodInfo method)
    {
        var body = method.GetMethodBody();
        if (body == null) yield break;
        var il = body.GetILAsByteArray();
        for (var at = 0; at < il.Length;)
        {
            int number = il[at++];
            if (number == 0xFE) number = 0xFE00 | il[at++];
            var code = codes[number];
            if (code.OperandType == OperandType.InlineMethod || code.OperandType == OperandType.InlineField)
            {
                var member = method.Module.ResolveMember(BitConverter.ToInt32(il, at),
                    method.DeclaringType.IsGenericType ? method.DeclaringType.GetGenericArguments() : null,
                    method.IsGenericMethod ? method.GetGenericArguments() : null);
                var owner = member.DeclaringType;
                if (owner.Assembly != typeof(Program).Assembly)
                    yield return (owner.IsGenericType ? owner.GetGenericTypeDefinition() : owner).FullName
                        + " " + member.Name;
            }
            if (code.OperandType == OperandType.InlineSwitch) at += 4 * BitConverter.ToInt32(il, at) + 4;
            else at += Size(code.OperandType);
        }
    }

    static int Size(OperandType operand)
    {
        switch (operand)
        {
            case OperandType.InlineNone: return 0;
            case OperandType.ShortInlineBrTarget:
            case OperandType.ShortInlineI:
            case OperandType.ShortInlineVar: return 1;
            case OperandType.InlineVar: return 2;
            case OperandType.InlineI8:
            case OperandType.InlineR: return 8;
            default: return 4;
        }
    }
}
