@(new JObject(
  new JProperty("object", "list"),
  new JProperty("data", new JArray(((string)context.Variables["models"]).Split(',').Select(one => new JObject(
    new JProperty("id", one), new JProperty("object", "model"), new JProperty("created", 0), new JProperty("owned_by", "gateway"))))
  )).ToString())
