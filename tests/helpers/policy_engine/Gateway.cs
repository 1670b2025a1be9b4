// One instance of API Management, as far as our policies use it: it runs a policy over requests and tells what
// became of each. Backends, their breakers and pools are those that a component registered.
//
// Sources: learn.microsoft.com/azure/api-management/<policy>-policy, backends and
// api-management-error-handling-policies, read 2026-11-22. A backend that can't be connected to is status 500 for
// `retry`, and an error once that gives up: so Microsoft's advice has it for BackendConnectionFailure (retry on
// StatusCode == 500; wkintegrations.com/handle-the-http-500-response-in-apim). Not seen on Azure by us.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Xml.Linq;
using Newtonsoft.Json.Linq;

public class Gateway
{
    readonly XElement policy;
    readonly JObject backends;
    readonly JArray operations;
    readonly Dictionary<string, double> restsUntil = new Dictionary<string, double>();
    readonly Dictionary<string, List<double>> failures = new Dictionary<string, List<double>>();
    readonly Dictionary<string, Func<IContext, object>> expressions;

    JObject request, outcome;
    Context context;
    string backend;
    bool ended;
    double now;

    public Gateway(JObject told, Dictionary<string, Func<IContext, object>> expressions)
    {
        policy = XElement.Parse((string)told["policy"], LoadOptions.PreserveWhitespace);
        backends = (JObject)told["backends"];
        operations = (JArray)told["operations"];
        this.expressions = expressions;
    }

    public JObject Send(JObject asked)
    {
        request = asked;
        now = asked.Value<double?>("at") ?? 0;
        context = new Context { RequestId = new Guid("00000000-0000-0000-0000-000000000001") };
        outcome = new JObject();
        backend = null;
        ended = false;
        Receive();
        if (context.Matched == null)
            return new JObject(new JProperty("status", 404), new JProperty("operation", null));
        try
        {
            foreach (var section in new[] { "inbound", "backend", "outbound" })
            {
                try { Run(policy.Element(section).Elements(), section); }
                catch (Failure) { throw; }
                catch (Exception problem)
                {
                    var error = problem is TargetInvocationException ? problem.InnerException : problem;
                    throw new Failure(500, section, "ExpressionValueEvaluationFailure", error.Message);
                }
                if (ended) break;
            }
        }
        catch (Failure failure) { Fail(failure); }
        return Told();
    }

    void Receive()
    {
        var path = (string)request["path"];
        context.Asked.Method = request.Value<string>("method") ?? "POST";
        context.Asked.Sent = Values.Of(request["headers"]);
        context.Asked.OriginalUrl = new Url { Host = "gateway", Path = path, QueryString = (string)request["query"] };
        var body = request["body"];
        if (body != null && body.Type != JTokenType.Null)
            context.Asked.Kept = new MessageBody {
                Text = body.Type == JTokenType.String ? (string)body : body.ToString(Newtonsoft.Json.Formatting.None) };
        foreach (var one in operations)
        {
            var template = ((string)one["urlTemplate"]).Split('/');
            var parts = path.Split('/');
            if ((string)one["method"] != context.Asked.Method || parts.Length != template.Length) continue;
            var pairs = template.Zip(parts, (name, value) => new { name, value }).ToList();
            if (pairs.Any(pair => !pair.name.StartsWith("{") && pair.name != pair.value)) continue;
            context.Matched = new Operation {
                Id = (string)one["operationId"], Method = (string)one["method"],
                UrlTemplate = (string)one["urlTemplate"] };
            foreach (var pair in pairs.Where(pair => pair.name.StartsWith("{")))
                context.Asked.Matched[pair.name.Trim('{', '}')] = pair.value;
            return;
        }
    }

    void Fail(Failure failure)
    {
        context.Error = new LastError {
            Source = failure.Step, Reason = failure.Reason, Message = failure.Message };
        if (context.Answer == null || failure.Status != context.Answer.StatusCode)
            context.Answer = new Response { StatusCode = failure.Status, StatusReason = "", Given = failure.Headers };
        outcome["error"] = failure.Reason;
        ended = false;
        Run(policy.Element("on-error").Elements(), "on-error");
    }

    JObject Told()
    {
        outcome["status"] = context.Answer.StatusCode;
        if (context.Answer.Given.Count > 0)
            outcome["headers"] = new JObject(context.Answer.Given.OrderBy(one => one.Key, StringComparer.Ordinal)
                .Select(one => new JProperty(one.Key, string.Join(",", one.Value))));
        var body = context.Answer.Kept;
        if (body != null) outcome["body"] = body.Gone ? "<read without preserveContent>" : body.Text;
        // Reading a stream waits for its end: the caller would see nothing until then.
        if (body != null && body.Reads > 0 && body.Text.StartsWith("data:")) outcome["heldBack"] = true;
        return outcome;
    }

    void Note(string name, JToken what)
    {
        if (outcome[name] == null) outcome[name] = new JArray();
        ((JArray)outcome[name]).Add(what);
    }

    object Value(string text)
    {
        if (text == null || !text.TrimStart().StartsWith("@")) return text;
        return expressions[text.Trim()](context);
    }

    string Text(string text) { return Convert.ToString(Value(text)); }

    bool True(string text) { return (bool)Value(text); }

    static string Of(XElement element, string name) { return (string)element.Attribute(name); }

    void Run(IEnumerable<XElement> statements, string section)
    {
        foreach (var one in statements)
        {
            Run(one, section);
            if (ended) return;
        }
    }

    void Run(XElement one, string section)
    {
        switch (one.Name.LocalName)
        {
            case "base": break;
            case "validate-azure-ad-token": Validate(one); break;
            case "set-variable": context.Known[Of(one, "name")] = Value(Of(one, "value")); break;
            case "set-header": SetHeader(one, section); break;
            case "set-body": context.Asked.Kept = new MessageBody { Text = Text(one.Value) }; break;
            case "choose":
                var chosen = one.Elements().FirstOrDefault(
                    when => when.Name.LocalName == "otherwise" || True(Of(when, "condition")));
                if (chosen != null) Run(chosen.Elements(), section);
                break;
            case "llm-token-limit":
            case "azure-openai-token-limit": Limit(one); break;
            case "llm-content-safety": Screen(one); break;
            case "llm-emit-token-metric":
            case "azure-openai-emit-token-metric":
                CheckDocumented(one);
                Note("metrics", string.Join(" ", one.Elements().Where(dimension => Of(dimension, "value") != null)
                    .Select(dimension => Of(dimension, "name") + "=" + Text(Of(dimension, "value")))));
                break;
            case "emit-metric":
                Note("notices", Of(one, "name") + " " + string.Join(" ", one.Elements()
                    .Where(dimension => Of(dimension, "value") != null)
                    .Select(dimension => Of(dimension, "name") + "=" + Text(Of(dimension, "value")))));
                break;
            case "set-backend-service": backend = Text(Of(one, "backend-id")); break;
            case "authentication-managed-identity":
                var variable = Of(one, "output-token-variable-name");
                if (variable != null) context.Known[variable] = "token of the gateway";
                else outcome["token"] = Text(Of(one, "resource"));
                break;
            case "retry": Retry(one, section); break;
            case "forward-request": Forward(); Raise(); break;
            case "log-to-eventhub": Note("hub", JObject.Parse(Text(one.Value))); break;
            case "send-one-way-request":
                Note("table", JArray.Parse(Text(one.Element("set-body").Value))[0]);
                break;
            case "return-response": Return(one); break;
            default: throw new NotSupportedException(one.Name.LocalName);
        }
    }

    void Validate(XElement one)
    {
        var claims = request["claims"] as JObject;
        var known = one.Descendants("application-id").Select(id => id.Value);
        var audiences = one.Descendants("audience").Select(audience => audience.Value);
        var caller = claims == null ? null : (string)(claims["azp"] ?? claims["appid"]);
        if (claims == null || !known.Contains(caller) || !audiences.Contains((string)claims["aud"]))
            throw new Failure(401, "validate-azure-ad-token", "TokenInvalid",
                Of(one, "failed-validation-error-message"));
        context.Known[Of(one, "output-token-variable-name")] = new Jwt(Values.Of(claims));
    }

    void SetHeader(XElement one, string section)
    {
        var headers = section == "inbound" ? context.Asked.Sent : context.Answer.Given;
        if (Of(one, "exists-action") == "delete") headers.Remove(Of(one, "name"));
        else headers[Of(one, "name")] = new[] { Text(one.Element("value").Value) };
    }

    // Of which operations each of them is documented.
    void CheckDocumented(XElement one)
    {
        var azure = one.Name.LocalName.StartsWith("azure-openai");
        var id = context.Matched.Id;
        var known = id.EndsWith("chat-completions") || id == "responses" || azure && id.EndsWith("embeddings");
        if (!known) Note("undocumented", one.Name.LocalName + " on " + id);
    }

    void Limit(XElement one)
    {
        CheckDocumented(one);
        Note("limits", Of(one, "counter-key"));
        var left = Of(one, "remaining-quota-tokens-variable-name");
        if (left != null && request["left"] != null) context.Known[left] = (long)request["left"];
        if ((string)request["spent"] == "minute")
        {
            var failure = new Failure(429, one.Name.LocalName, "TokenLimitExceeded",
                "Token limit is exceeded. Try again in 17 seconds.");
            failure.Headers["Retry-After"] = new[] { "17" };
            throw failure;
        }
        if ((string)request["spent"] == "quota")
            throw new Failure(403, one.Name.LocalName, "TokenQuotaExceeded", "Token quota is exceeded.");
    }

    // "If the request or response exceeds the character limit of Azure AI Content Safety, the policy returns a 403".
    void Screen(XElement one)
    {
        CheckDocumented(one);
        Note("screened", Of(one, "backend-id"));
        var text = context.Asked.Kept == null ? "" : context.Asked.Kept.Text;
        if (request.Value<bool?>("unsafe") == true || text.Length > 10000)
            throw new Failure(403, "llm-content-safety", "RequestBlocked", "Content is not safe.");
    }

    void Retry(XElement one, string section)
    {
        var left = int.Parse(Of(one, "count"));
        while (true)
        {
            foreach (var child in one.Elements())
                if (child.Name.LocalName == "forward-request") Forward(); else Run(child, section);
            if (left-- == 0 || !True(Of(one, "condition"))) break;
        }
        Raise();
    }

    void Raise()
    {
        if (!unreachable) return;
        unreachable = false;
        throw new Failure(500, "forward-request", "BackendConnectionFailure", "Unable to connect to the remote server");
    }

    bool unreachable;

    void Forward()
    {
        unreachable = false;
        if (context.Asked.Kept != null && context.Asked.Kept.Gone)
            throw new InvalidOperationException("there is no body left to send");
        var chosen = Choose(backend);
        if (chosen == null)
        {
            context.Answer = new Response {
                StatusCode = 503, StatusReason = "Backend pool " + backend + " has no active backends",
                Given = Values.None() };
            return;
        }
        Note("asked", chosen);
        if (context.Asked.Kept != null) outcome["sent"] = context.Asked.Kept.Text;
        var answers = request["answers"] as JObject ?? new JObject();
        var answer = answers[chosen] ?? new JObject(new JProperty("status", 200));
        if (answer.Type == JTokenType.Null)
        {
            unreachable = true;
            context.Answer = new Response { StatusCode = 500, StatusReason = "", Given = Values.None() };
            return;
        }
        var body = answer["body"];
        context.Answer = new Response {
            StatusCode = (int)answer["status"], StatusReason = "",
            Given = Values.Of(answer["headers"]),
            Kept = body == null ? null : new MessageBody {
                Text = body.Type == JTokenType.String ? (string)body : body.ToString(Newtonsoft.Json.Formatting.None) } };
        Count(chosen, answer);
    }

    string Choose(string id)
    {
        var pool = backends[id]["pool"];
        if (pool == null) return Rests(id) ? null : id;
        var open = pool.Where(one => !Rests((string)one["id"])).ToList();
        if (open.Count == 0) return null;
        var first = open.Min(one => (int)one["priority"]);
        return (string)open.Where(one => (int)one["priority"] == first)
            .OrderByDescending(one => (int)one["weight"]).First()["id"];
    }

    bool Rests(string id) { return restsUntil.ContainsKey(id) && restsUntil[id] > now; }

    void Count(string id, JToken answer)
    {
        var status = (int)answer["status"];
        foreach (var rule in backends[id]["rules"])
        {
            var condition = rule["failureCondition"];
            if (!condition["statusCodeRanges"].Any(one => (int)one["min"] <= status && status <= (int)one["max"]))
                continue;
            var window = System.Xml.XmlConvert.ToTimeSpan((string)condition["interval"]).TotalSeconds;
            var recent = failures.ContainsKey(id)
                ? failures[id].Where(then => then > now - window).ToList() : new List<double>();
            recent.Add(now);
            failures[id] = recent;
            if (recent.Count < (int)condition["count"]) continue;
            var rest = System.Xml.XmlConvert.ToTimeSpan((string)rule["tripDuration"]).TotalSeconds;
            var after = Values.Of(answer["headers"]).GetValueOrDefault("Retry-After", "");
            if ((bool)rule["acceptRetryAfter"] && after != "") rest = double.Parse(after);
            restsUntil[id] = now + rest;
            failures[id] = new List<double>();
        }
    }

    void Return(XElement one)
    {
        var given = new Response { StatusCode = 200, StatusReason = "OK", Given = Values.None() };
        var status = one.Element("set-status");
        if (status != null)
        {
            given.StatusCode = Convert.ToInt32(Value(Of(status, "code")));
            given.StatusReason = Text(Of(status, "reason"));
        }
        foreach (var header in one.Elements("set-header"))
            given.Given[Of(header, "name")] = new[] { Text(header.Element("value").Value) };
        var body = one.Element("set-body");
        if (body != null) given.Kept = new MessageBody { Text = Text(body.Value) };
        context.Answer = given;
        ended = true;
    }
}
