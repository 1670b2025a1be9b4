@{
  /* The model that the caller names, in the path of older SDKs or in the body; empty without. */
  if (context.Request.MatchedParameters.ContainsKey("deployment")) { return context.Request.MatchedParameters["deployment"]; }
  if (context.Request.Body == null) { return ""; }
  try {
    var model = JObject.Parse(context.Request.Body.As<string>(preserveContent: true))["model"];
    return model != null && model.Type == JTokenType.String ? (string)model : "";
  } catch { return ""; }
}
