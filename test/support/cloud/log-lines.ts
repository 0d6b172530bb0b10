import { jest } from "@jest/globals";
import { logger } from "../../../shared/http/serve/telemetry.ts";

/** The log lines of `act`, as CloudWatch would get them. */
export async function logLines(act: () => unknown): Promise<string> {
  let text = "";
  const spies = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, "write").mockImplementation((chunk) => {
      text += String(chunk);
      return true;
    }),
  );
  const level = logger.getLevelName();
  logger.setLogLevel("INFO");
  try {
    await act();
  } finally {
    logger.setLogLevel(level);
    for (const spy of spies) spy.mockRestore();
  }
  return text;
}
