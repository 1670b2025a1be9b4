// What policy expressions see, by name and type as Microsoft's page has it: what isn't here doesn't compile.
// Source: learn.microsoft.com/azure/api-management/api-management-policy-expressions, read 2026-11-22.

using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

public interface IMessageBody
{
    T As<T>(bool preserveContent = false);
}

public interface IUrl
{
    string Host { get; }
    string Path { get; }
    string QueryString { get; }
    IReadOnlyDictionary<string, string[]> Query { get; }
}

public interface IRequest
{
    IMessageBody Body { get; }
    IReadOnlyDictionary<string, string[]> Headers { get; }
    string IpAddress { get; }
    IReadOnlyDictionary<string, string> MatchedParameters { get; }
    string Method { get; }
    IUrl OriginalUrl { get; }
    IUrl Url { get; }
}

public interface IResponse
{
    IMessageBody Body { get; }
    IReadOnlyDictionary<string, string[]> Headers { get; }
    int StatusCode { get; }
    string StatusReason { get; }
}

public interface IOperation
{
    string Id { get; }
    string Method { get; }
    string Name { get; }
    string UrlTemplate { get; }
}

public interface ILastError
{
    string Source { get; }
    string Reason { get; }
    string Message { get; }
    string Section { get; }
}

public interface IContext
{
    TimeSpan Elapsed { get; }
    ILastError LastError { get; }
    IOperation Operation { get; }
    IRequest Request { get; }
    Guid RequestId { get; }
    IResponse Response { get; }
    DateTime Timestamp { get; }
    IReadOnlyDictionary<string, object> Variables { get; }
}

public class Jwt
{
    public Jwt(IReadOnlyDictionary<string, string[]> claims) { Claims = claims; }
    public IReadOnlyDictionary<string, string[]> Claims { get; private set; }
    public IEnumerable<string> Audiences { get { return Claims["aud"]; } }
    public string Subject { get { return Claims["sub"][0]; } }
}

public static class Documented
{
    // "Returns comma-separated values or defaultValue if the header [claim, parameter] is not found."
    public static string GetValueOrDefault(
        this IReadOnlyDictionary<string, string[]> values, string name, string defaultValue)
    {
        string[] found;
        return values.TryGetValue(name, out found) ? string.Join(",", found) : defaultValue;
    }

    // "Throws an exception if the specified type does not match the actual type of the returned variable."
    public static T GetValueOrDefault<T>(
        this IReadOnlyDictionary<string, object> variables, string name, T defaultValue = default(T))
    {
        object found;
        return variables.TryGetValue(name, out found) ? (T)found : defaultValue;
    }
}
