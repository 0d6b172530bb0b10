/** Copy buttons, and the calls to the sandbox. The last signup that was started fills in where an id is asked for. */
export const docsScript = `
document.documentElement.classList.add("js");
document.addEventListener("DOMContentLoaded", () => {
  const said = document.querySelector("[data-said]");
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", async () => {
      let word = "Copied";
      try {
        await navigator.clipboard.writeText(button.parentElement.querySelector("code").textContent);
      } catch {
        word = "Press Ctrl+C";
        getSelection().selectAllChildren(button.parentElement.querySelector("code"));
      }
      button.textContent = said.textContent = word;
      setTimeout(() => { button.textContent = "Copy"; said.textContent = ""; }, 2000);
    });
  }

  const noted = ["content-type", "cache-control", "etag", "retry-after", "x-request-id"];
  for (const form of document.querySelectorAll("[data-try]")) {
    const reply = form.parentElement.querySelector("[data-reply]");
    const button = form.querySelector("button");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (button.getAttribute("aria-disabled") === "true") return;
      button.setAttribute("aria-disabled", "true");
      reply.hidden = false;
      try {
        const answer = await fetch(...call(form));
        const text = await answer.text();
        const headers = noted.filter((name) => answer.headers.has(name)).map((name) => name + ": " + answer.headers.get(name));
        reply.value = [(answer.status + " " + answer.statusText).trim(), ...headers, "", pretty(text)].join("\\n");
        said.textContent = "Answered " + answer.status;
        remember(text);
      } catch (error) {
        reply.value = error instanceof SyntaxError ? "The body is not valid JSON: " + error.message : "No answer: the service could not be reached.";
        said.textContent = "Not answered";
      }
      button.setAttribute("aria-disabled", "false");
    });
  }
  function call(form) {
    let path = form.dataset.try;
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll("[data-in]")) {
      if (field.dataset.in === "query") query.set(field.name, field.value);
      else path = path.replace("{" + field.name + "}", encodeURIComponent(field.value.trim()));
    }
    if (query.size > 0) path += "?" + query;
    if (form.dataset.method === "GET") return [path];
    const body = JSON.stringify({ ...JSON.parse(form.elements.body.value), sandbox: true });
    return [path, { method: form.dataset.method, headers: { "content-type": "application/json" }, body }];
  }
  function pretty(text) {
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  }
  function remember(text) {
    const id = /"signup_id":"(\\w+)"/.exec(text)?.[1];
    if (id) for (const field of document.querySelectorAll("input[name=signup_id]")) field.value = id;
  }
});
`;
