@{
  /* Put in front of what is there: a body that was read and written anew could have other numbers and dates. */
  var body = context.Request.Body.As<string>(preserveContent: true);
  var at = body.IndexOf('{') + 1;
  return body.Substring(0, at) + "\"store\":false," + body.Substring(at);
}
