import { find } from "../../pages/client/find.client.ts";

type Ask = { create?: object; get?: object; until?: string };

const isSupported = () =>
  typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

async function answerTo({ create, get }: Ask): Promise<string> {
  const credential = create
    ? await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
          create as PublicKeyCredentialCreationOptionsJSON,
        ),
      })
    : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
          get as PublicKeyCredentialRequestOptionsJSON,
        ),
      });
  return JSON.stringify((credential as PublicKeyCredential).toJSON());
}

const WHY: Record<string, string> = {
  InvalidStateError: "This device has a passkey of yours already. Use another device.",
  NotAllowedError: "No passkey was used. Try again.",
};

/** The form of a page asks the device before it is sent. One without a challenge asks the server for it. */
export function startPasskey(form: HTMLFormElement): void {
  const note = find("[data-passkey-note]", form);
  const say = (words: string) => {
    note.textContent = words;
    note.hidden = words === "";
  };
  say(isSupported() ? "" : "This browser has no passkeys. Use a newer one.");
  if (!isSupported()) return;
  const ask: Ask = JSON.parse(form.dataset.passkey || "{}");
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "form_passkey" });
  form.append(field);
  addEventListener("pageshow", () => Object.assign(field, { value: "" }));
  form.addEventListener("submit", async (event) => {
    if (field.value !== "" || !(ask.create ?? ask.get) || Date.now() > Date.parse(ask.until ?? "9999"))
      return;
    event.preventDefault();
    // It is not sent yet.
    event.stopPropagation();
    try {
      field.value = await answerTo(ask);
      form.requestSubmit();
    } catch (error) {
      say(WHY[(error as Error).name] ?? "The passkey did not work. Reload the page and try again.");
    }
  });
}
