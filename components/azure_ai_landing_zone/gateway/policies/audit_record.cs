@{
  /* One record of InferenceAudit_CL. Whatever goes wrong here, the caller gets the answer, and the record says who asked. */
  var prompt = context.Variables.GetValueOrDefault<string>("audit-prompt", "") ?? "";
  var claims = context.Variables.ContainsKey("token") ? ((Jwt)context.Variables["token"]).Claims : null;
  var status = context.Response == null ? context.Variables.GetValueOrDefault<int>("status", 0) : context.Response.StatusCode;
  var sha = System.Security.Cryptography.SHA256.Create();
  var promptHash = Convert.ToBase64String(sha.ComputeHash(System.Text.Encoding.UTF8.GetBytes(prompt)));
  try {
    var most = BODY_CHARACTERS;
    var whole = context.Variables.GetValueOrDefault<string>("audit-bodies", "hash") == "full";
    JObject asked;
    try { asked = JObject.Parse(prompt); } catch { asked = new JObject(); }
    var stream = asked["stream"];
    var streamed = stream != null && stream.Type == JTokenType.Boolean && (bool)stream;
    var hasAnswer = !streamed && context.Response != null && context.Response.Body != null;
    var answer = hasAnswer ? context.Response.Body.As<string>(preserveContent: true) ?? "" : "";
    JObject said;
    try { said = JObject.Parse(answer); } catch { said = new JObject(); }
    var usage = said["usage"] as JObject ?? new JObject();
    var verdicts = new JObject(
      new JProperty("prompt", said["prompt_filter_results"] ?? said.SelectToken("error.innererror.content_filter_result")),
      new JProperty("completion", new JArray(said.SelectTokens("choices[*].content_filter_results"))),
      new JProperty("response", said["content_filters"]));
    return new JObject(
      new JProperty("TimeGenerated", DateTime.UtcNow.ToString("o")),
      new JProperty("RecordVersion", RECORD_VERSION),
      new JProperty("RequestId", context.RequestId.ToString()),
      new JProperty("Caller", context.Variables.GetValueOrDefault<string>("caller", "")),
      new JProperty("CallerObjectId", claims == null ? "" : claims.GetValueOrDefault("oid", "")),
      new JProperty("Tenant", claims == null ? "" : claims.GetValueOrDefault("tid", "")),
      new JProperty("Team", context.Variables.GetValueOrDefault<string>("team", "")),
      new JProperty("Operation", context.Operation == null ? "" : context.Operation.Id),
      new JProperty("Deployment", context.Variables.GetValueOrDefault<string>("asked", "")),
      new JProperty("Model", said["model"] is JValue ? (string)said["model"] : null),
      new JProperty("Backend", context.Response == null ? "" : context.Response.Headers.GetValueOrDefault("x-ms-region", "")),
      new JProperty("Spillover", context.Response != null && context.Response.Headers.ContainsKey("x-ms-spillover-from-deployment")),
      new JProperty("Streamed", streamed),
      new JProperty("StatusCode", status),
      new JProperty("LatencyMs", (int)context.Elapsed.TotalMilliseconds),
      new JProperty("PromptTokens", usage["prompt_tokens"] ?? usage["input_tokens"]),
      new JProperty("CompletionTokens", usage["completion_tokens"] ?? usage["output_tokens"]),
      new JProperty("FilterVerdicts", verdicts),
      new JProperty("PromptHash", promptHash),
      new JProperty("Prompt", !whole ? null : prompt.Length > most ? prompt.Substring(0, most) : prompt),
      new JProperty("CompletionHash", !hasAnswer ? null : Convert.ToBase64String(sha.ComputeHash(System.Text.Encoding.UTF8.GetBytes(answer)))),
      new JProperty("Completion", !whole || !hasAnswer ? null : answer.Length > most ? answer.Substring(0, most) : answer),
      new JProperty("BodyTruncated", whole && (prompt.Length > most || answer.Length > most))
    ).ToString(Newtonsoft.Json.Formatting.None);
  } catch (Exception problem) {
    return new JObject(
      new JProperty("TimeGenerated", DateTime.UtcNow.ToString("o")),
      new JProperty("RecordVersion", RECORD_VERSION),
      new JProperty("RequestId", context.RequestId.ToString()),
      new JProperty("Caller", context.Variables.GetValueOrDefault<string>("caller", "")),
      new JProperty("CallerObjectId", claims == null ? "" : claims.GetValueOrDefault("oid", "")),
      new JProperty("Tenant", claims == null ? "" : claims.GetValueOrDefault("tid", "")),
      new JProperty("Team", context.Variables.GetValueOrDefault<string>("team", "")),
      new JProperty("Operation", "not recorded: " + problem.Message),
      new JProperty("StatusCode", status),
      new JProperty("PromptHash", promptHash)
    ).ToString(Newtonsoft.Json.Formatting.None);
  }
}
