import { sampleSandbox } from "../../domain/account/sandbox-account.ts";
import type { Owner } from "../../domain/item/owner.ts";
import { sampleEndpoint } from "../../domain/webhook/sample-endpoint.ts";
import { endpointId } from "../../domain/webhook/webhook-endpoint.ts";
import { putSampleSandbox } from "../../store/account/sample-sandboxes.ts";
import { makeSecret } from "../../webhooks/endpoint-secret.ts";

const MINUTE_MS = 60_000;

/** Loaded on demand: few links register a company. */
export async function putSample(owner: Owner, now: Date): Promise<void> {
  const before = new Date(now.getTime() - MINUTE_MS);
  const id = endpointId(before);
  const { sealed } = await makeSecret(id, before);
  await putSampleSandbox(owner, sampleSandbox(now), sampleEndpoint(owner, id, sealed), now);
}
