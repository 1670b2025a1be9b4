// What a request and its answer are made of.

using System;
using System.Collections.Generic;
using System.Linq;
using Newtonsoft.Json.Linq;

public class Failure : Exception
{
    public int Status;
    public string Step, Reason;
    public Dictionary<string, string[]> Headers = Values.None();
    public Failure(int status, string source, string reason, string message) : base(message)
    {
        Status = status; Step = source; Reason = reason;
    }
}

public static class Values
{
    public static Dictionary<string, string[]> None()
    {
        return new Dictionary<string, string[]>(StringComparer.OrdinalIgnoreCase);
    }

    public static Dictionary<string, string[]> Of(JToken values)
    {
        var found = None();
        foreach (var one in values as JObject ?? new JObject())
            found[one.Key] = one.Value is JArray
                ? one.Value.Select(item => item.ToString()).ToArray() : new[] { one.Value.ToString() };
        return found;
    }
}

public class MessageBody : IMessageBody
{
    public string Text;
    public bool Gone;
    public int Reads;

    public T As<T>(bool preserveContent = false)
    {
        if (Gone) throw new InvalidOperationException("the body has been read without preserveContent");
        Gone = !preserveContent;
        Reads++;
        if (typeof(T) == typeof(string)) return (T)(object)Text;
        if (typeof(T) == typeof(JObject)) return (T)(object)JObject.Parse(Text);
        if (typeof(T) == typeof(JToken)) return (T)(object)JToken.Parse(Text);
        throw new NotSupportedException(typeof(T).Name);
    }
}

public class Url : IUrl
{
    public string Host { get; set; }
    public string Path { get; set; }
    public string QueryString { get; set; }
    public IReadOnlyDictionary<string, string[]> Query { get { return Values.None(); } }
}

public class Request : IRequest
{
    public MessageBody Kept;
    public Dictionary<string, string[]> Sent = Values.None();
    public Dictionary<string, string> Matched = new Dictionary<string, string>();
    public IMessageBody Body { get { return Kept; } }
    public IReadOnlyDictionary<string, string[]> Headers { get { return Sent; } }
    public string IpAddress { get { return "10.60.0.9"; } }
    public IReadOnlyDictionary<string, string> MatchedParameters { get { return Matched; } }
    public string Method { get; set; }
    public IUrl OriginalUrl { get; set; }
    public IUrl Url { get { return OriginalUrl; } }
}

public class Response : IResponse
{
    public MessageBody Kept;
    public Dictionary<string, string[]> Given = Values.None();
    public IMessageBody Body { get { return Kept; } }
    public IReadOnlyDictionary<string, string[]> Headers { get { return Given; } }
    public int StatusCode { get; set; }
    public string StatusReason { get; set; }
}

public class Operation : IOperation
{
    public string Id { get; set; }
    public string Method { get; set; }
    public string Name { get { return Id; } }
    public string UrlTemplate { get; set; }
}

public class LastError : ILastError
{
    public string Source { get; set; }
    public string Reason { get; set; }
    public string Message { get; set; }
    public string Section { get; set; }
}

public class Context : IContext
{
    public Dictionary<string, object> Known = new Dictionary<string, object>();
    public Request Asked = new Request();
    public Response Answer;
    public LastError Error;
    public Operation Matched;
    public TimeSpan Elapsed { get { return TimeSpan.FromMilliseconds(42); } }
    public ILastError LastError { get { return Error; } }
    IOperation IContext.Operation { get { return Matched; } }
    IRequest IContext.Request { get { return Asked; } }
    IResponse IContext.Response { get { return Answer; } }
    public Guid RequestId { get; set; }
    public DateTime Timestamp { get { return DateTime.UtcNow; } }
    public IReadOnlyDictionary<string, object> Variables { get { return Known; } }
}
