import { json } from "node:stream/consumers";
import { served } from "./served.ts";

/** How the stub answers a call: it takes the email, fails, or returns an error of SES by its name. */
type SesAnswer = "takes" | "BadRequestException" | "MessageRejected";

type Email = {
  Destination: { ToAddresses: string[] };
  Content: { Simple: { Body: { Text: { Data: string } } } };
};

/**
 * An SES stub for functions in the test's own process. `asked` has the recipient of each call, and `texts`
 * its text. `message` is that of its errors, and `failing` an address for which it fails.
 */
export async function startSes() {
  const ses = {
    answer: "takes" as SesAnswer,
    message: "Refused",
    failing: "",
    asked: [] as string[],
    texts: [] as string[],
  };
  process.env.AWS_ENDPOINT_URL_SESV2 = await served(async (request, response) => {
    const { Destination, Content } = (await json(request)) as Email;
    ses.asked.push(...Destination.ToAddresses);
    ses.texts.push(Content.Simple.Body.Text.Data);
    const { answer, message, failing } = ses;
    const fails = Destination.ToAddresses.includes(failing);
    const status = fails ? 500 : answer === "takes" ? 200 : 400;
    response.writeHead(status, {
      "content-type": "application/json",
      ...(status === 400 && { "x-amzn-errortype": answer }),
    });
    response.end(JSON.stringify(status === 200 ? { MessageId: "1" } : { message }));
  });
  return ses;
}
