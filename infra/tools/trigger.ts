import { parseArgs } from "node:util";
import { ApiClient, ApiFailure, isWebAddress, ownUrl } from "./partner/api-client.ts";
import { TRIGGERS } from "./partner/triggers.ts";

/** Makes an event happen in the sandbox, by the calls that a partner would make. */
const HELP = `Usage: npm run trigger -- EVENT --key svc_test_...

  --key KEY  a test key, or API_KEY
  --url URL  the service (default http://localhost:3000, or the port in PORT)
  --help     print this

Events: ${Object.keys(TRIGGERS).join(", ")}
`;

const { event, act, client } = read();
try {
  for await (const done of act(client)) process.stdout.write(`${done}\n`);
  process.stdout.write(`${event} is on its way to your endpoints.\n`);
} catch (error) {
  if (!(error instanceof ApiFailure)) throw error;
  stop(error.message, 1);
}

function read() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        key: { type: "string", default: process.env.API_KEY ?? "" },
        url: { type: "string", default: ownUrl() },
        help: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    if (values.help) {
      process.stdout.write(HELP);
      process.exit(0);
    }
    const [event, ...more] = positionals;
    if (event === undefined || more.length > 0) return stop(`Name one event.\n\n${HELP}`);
    const act = TRIGGERS[event];
    if (!act) return stop(`No trigger makes ${event}.\n\n${HELP}`);
    if (!/^\w+_test_\w/.test(values.key))
      return stop("A test key is missing: give --key svc_test_..., or set API_KEY.");
    if (!isWebAddress(values.url))
      return stop("--url must be an address such as https://api.example.com or http://localhost:3000.");
    return { event, act, client: new ApiClient(values.url, values.key) };
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${HELP}`);
  }
}

/** Usually a mistake in the words of the command. */
function stop(text: string, code = 2): never {
  process.stderr.write(`${text.trimEnd()}\n`);
  process.exit(code);
}
