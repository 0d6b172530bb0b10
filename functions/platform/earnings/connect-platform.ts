import { Problem } from "../../../shared/contract/errors.ts";
import { connectPlatformOperation } from "../../../shared/contract/platform/earnings/connect-platform.ts";
import { newProof } from "../../../shared/crypto/proof.ts";
import { newConsent } from "../../../shared/domain/earnings/consent.ts";
import { mayReturnTo } from "../../../shared/domain/earnings/redirect-url.ts";
import { adapterOf } from "../../../shared/http/guard/adapters.ts";
import { requireDriver } from "../../../shared/http/guard/require-driver.ts";
import { baseUrl } from "../../../shared/http/serve/responses.ts";
import { servePlatform } from "../../../shared/http/serve/serve-platform.ts";
import { putConsent } from "../../../shared/store/earnings/consents.ts";

export const handler = servePlatform(connectPlatformOperation, {
  load: ({ params }, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  recheck: ({ params }, _, { owner }) => requireDriver(owner, params.driver_id, "driver_id"),
  answer: async ({ params, body }, { owner, now, reply, remember }) => {
    const { platforms } = adapterOf(owner.mode, "earnings");
    if (!Object.hasOwn(platforms, body.platform)) throw unknownPlatform(Object.keys(platforms));
    if (!mayReturnTo(body.redirect_url, owner.mode)) throw invalidRedirectUrl();

    const state = newProof();
    const consent = newConsent(owner, params.driver_id, body, now);
    const authorization_url = `${baseUrl()}/connect/${state}`;
    const created = reply("created", { authorization_url, state, expires_at: consent.expires_at });
    await putConsent(consent, state, remember(created));
    return created;
  },
});

const unknownPlatform = (known: string[]) =>
  new Problem("parameter_invalid", `\`platform\` must be one of \`${known.join("`, `")}\`.`, "platform");

const invalidRedirectUrl = () =>
  new Problem(
    "url_invalid",
    "`redirect_url` must be an https URL with a host name. It must not contain credentials, a fragment, a backslash, `state` or `status`. Test mode also accepts http on localhost.",
    "redirect_url",
  );
