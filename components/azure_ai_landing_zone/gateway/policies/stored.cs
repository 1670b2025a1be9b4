@{
  /* What a request says of keeping its response in Azure: off, kept, or unsaid, which Azure takes for kept. */
  if (context.Operation.Id != "responses") { return "off"; }
  try {
    var store = JObject.Parse(context.Request.Body.As<string>(preserveContent: true))["store"];
    return store == null ? "unsaid" : store.Type == JTokenType.Boolean && !(bool)store ? "off" : "kept";
  } catch { return "off"; }
}
