@{
  var code = (string)context.Variables["refused"];
  var asked = (string)context.Variables["asked"];
  var message = code == "no_team" ? "This caller is of no team of the gateway."
    : code == "model_missing" ? "Say which model: the gateway found none in the request."
    : code == "path_unknown" ? asked + " is asked by /v1/chat/completions and /v1/responses only."
    : code == "response_kept" ? "Responses of this team aren't kept: leave store out, or send false."
    : "This team has no model called " + asked + ".";
  return new JObject(new JProperty("error", new JObject(
    new JProperty("message", message),
    new JProperty("type", code == "no_team" ? "permission_error" : "invalid_request_error"),
    new JProperty("param", code == "no_team" ? null : code == "response_kept" ? "store" : "model"),
    new JProperty("code", code)))).ToString();
}
