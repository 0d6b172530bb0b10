type Reply = { headers: Record<string, string>; body: string };

/** Names a mistake in the sources. No reply of AWS has it. A header has printable ASCII only. */
export const faultHeader = (reason: string): Record<string, string> => ({
  "x-local-fault": reason.replace(/\s+/g, " ").replace(/[^ -~]/g, "?"),
});

/** The gateway's 500 for code that cannot be bundled or loaded: with the file, the line and the reason. */
export function brokenReply(reason: string, accept = ""): Reply {
  const isPage = accept.includes("text/html");
  const body = isPage ? page(reason) : JSON.stringify({ message: "Internal Server Error", fault: reason });
  const type = isPage ? "text/html; charset=utf-8" : "application/json";
  const length = String(Buffer.byteLength(body));
  return { headers: { "content-type": type, "content-length": length, ...faultHeader(reason) }, body };
}

const page = (reason: string) => `<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>The code has a mistake</title>
<body style="font: 16px/1.5 system-ui; max-width: 45rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark">
<h1>The code has a mistake</h1>
<pre style="white-space: pre-wrap; overflow-wrap: anywhere">${escaped(reason)}</pre>
<p>Save a correction, then load this page again.</p>
`;

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
