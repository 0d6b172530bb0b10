import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * Runs a program whose first argument is a table, with the credentials and region of the environment. It
 * prints the usage for `--help` or a wrong option, and any error in one line.
 */
export async function runOnTable(
  usage: string,
  run: (client: DynamoDBClient, table: string, ...more: string[]) => Promise<void>,
): Promise<void> {
  const [table, ...more] = process.argv.slice(2);
  const words = `Usage: npm run ${usage}\n`;
  if (table === "--help") return void process.stdout.write(words);
  if (!table || table.startsWith("-")) return fail(words);
  await run(new DynamoDBClient({}), table, ...more).catch(({ name, message }: Error) =>
    fail(`${table}: ${message} (${name})\n`),
  );
}

function fail(words: string): void {
  process.stderr.write(words);
  process.exitCode = 1;
}
