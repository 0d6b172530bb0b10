import { describe, expect, test } from "@jest/globals";
import { Language } from "../../shared/domain/text/language.ts";
import { savingsWords } from "../../shared/words/words.ts";
import { freshEmail } from "../support/cloud/cloud.ts";
import { sharedCloud } from "../support/cloud/shared-cloud.ts";
import { pageOf } from "../support/page.ts";
import { newPartner } from "../support/partner/platform.ts";
import { AGREE, actAs, savingsPath } from "../support/partner/savings.ts";

const cloud = await sharedCloud();
const partner = await newPartner(cloud);

const GROSS = 10_010;
/** What 5 and 50 percent of a standard payout of $100.10 are, in cents. */
const [SMALL, LARGE] = [501, 5_005];

/** A driver with an invitation, and what a test does with them. */
async function invitedDriver() {
  const { id } = await partner.driver({ email: freshEmail() });
  await partner.create(savingsPath(id), {});
  const act = async (fields: object) => {
    const { status, text } = await actAs(partner, id, fields);
    if (status !== 200) throw new Error(text);
  };
  const pay = async (): Promise<string> =>
    (await partner.payout(id, { amount: GROSS, method: "standard" })).id;
  const complete = async (payout: string) => {
    const done = await partner.create(`/v1/test_helpers/payments/${payout}/complete`, undefined);
    expect(done.savings_amount + done.bank_amount).toBe(done.net_amount);
    return [done.savings_amount, done.savings_reason];
  };
  return { id, act, pay, complete, paid: async () => complete(await pay()) };
}
const saver = async (fields: object = {}) => {
  const driver = await invitedDriver();
  await driver.act({ ...AGREE, ...fields });
  return driver;
};
const END = { act: "end" };

/** One for each kind of promise. A sentence below names its own. */
const scenarios = {
  "a payout made before the person agreed saves nothing, and one made after it saves": async () => {
    const { act, pay, complete, paid } = await invitedDriver();
    const earlier = await pay();
    await act(AGREE);
    expect(await complete(earlier)).toEqual([0, null]);
    expect(await paid()).toEqual([SMALL, null]);
  },
  "the part is taken at the completion, and not after an end": async () => {
    const { act, pay, complete } = await saver();
    const [kept, ended] = [await pay(), await pay()];
    expect((await partner.read(`/v1/payments/${kept}`)).savings_reason).toBe("not_completed");
    expect(await complete(kept)).toEqual([SMALL, null]);
    await act(END);
    expect(await complete(ended)).toEqual([0, "ended"]);
  },
  "an instant payout saves of what its fee leaves, to the nearest cent": async () => {
    const { id } = await saver();
    const { fee, net_amount, savings_amount } = await partner.payout(id, { amount: GROSS });
    expect([fee > 0, net_amount, savings_amount]).toEqual([true, GROSS - fee, Math.round(net_amount / 20)]);
  },
  "a part is at most half": async () => {
    const { id } = await saver({ rule: "cents", percent: undefined });
    const { savings_amount } = await partner
      .payout(id, { amount: 199, method: "standard" })
      .then((payout) => partner.create(`/v1/test_helpers/payments/${payout.id}/complete`, undefined));
    expect(savings_amount).toBe(99);
  },
  "without room, all of a payout goes to the bank account": async () => {
    const { id, act, paid } = await saver({ yearly_cap: 10_000 });
    await act({ act: "save_elsewhere", amount: 10_000 });
    expect(await paid()).toEqual([0, "limit_reached"]);
    expect((await partner.read(`/v1/payments?driver_id=${id}`)).data[0].bank_amount).toBe(GROSS);
  },
  "a changed part holds for payouts made after it, and a pending one keeps the earlier": async () => {
    const { act, pay, complete, paid } = await saver();
    const earlier = await pay();
    await act({ ...AGREE, act: "change", percent: 50 });
    expect(await paid()).toEqual([LARGE, null]);
    expect(await complete(earlier)).toEqual([SMALL, null]);
  },
  "a changed limit holds for a pending payout, too": async () => {
    const { act, pay, complete } = await saver();
    const earlier = await pay();
    await act({ ...AGREE, act: "change", yearly_cap: 100 });
    expect(await complete(earlier)).toEqual([100, "limited"]);
  },
  "an end holds at once, by the driver and by the company, and also if a newer agreement follows":
    async () => {
      for (const byPartner of [false, true]) {
        const { id, act, pay, complete, paid } = await saver();
        const pending = [await pay(), await pay()];
        if (byPartner) await partner.call(savingsPath(id), { method: "DELETE" });
        else await act(END);
        expect(await complete(pending[0] as string)).toEqual([0, "ended"]);
        expect(await paid()).toEqual([0, null]);
        await partner.create(savingsPath(id), {});
        await act(AGREE);
        expect(await complete(pending[1] as string)).toEqual([0, "ended"]);
        expect(await paid()).toEqual([SMALL, null]);
      }
    },
  "an end leaves the contributions of completed payouts": async () => {
    const { act, pay, complete } = await saver();
    const payout = await pay();
    await complete(payout);
    await act(END);
    const settled = await partner.create(`/v1/test_helpers/payments/${payout}/contribute`, undefined);
    expect(settled).toMatchObject({ status: "settled", amount: SMALL });
  },
  "a change leaves the agreement as it is": async () => {
    const { id, act } = await saver();
    const before = await partner.read(savingsPath(id));
    await act({ ...AGREE, act: "change", percent: 50 });
    const after = await partner.read(savingsPath(id));
    expect({ ...after, percent: 5, changed_at: null, sequence: before.sequence }).toEqual(before);
  },
  "the company sees what its payouts save, and a reached limit": async () => {
    const { id, act, paid } = await saver({ yearly_cap: 12_345 });
    await act({ act: "save_elsewhere", amount: 12_000 });
    const saved = await paid();
    expect(saved).toEqual([345, "limited"]);
    const lists = ["/v1/payments", "/v1/contributions"].map((path) => `${path}?driver_id=${id}`);
    const seen = await Promise.all([savingsPath(id), ...lists].map(partner.read));
    expect(JSON.stringify(seen)).not.toMatch(/12_?345|12_?000/);
  },
  "each page of the driver has the way to change and stop": async () => {
    const { id } = await partner.driver({ email: freshEmail() });
    const { url } = await partner.create(savingsPath(id), {});
    await actAs(partner, id, AGREE);
    const { pathname } = new URL(url);
    const ways = ["change", "stop"].map((way) => `${pathname}/${way}`);
    expect(pageOf(await cloud.call(pathname)).addresses).toEqual(expect.arrayContaining(ways));
  },
} as const;
type Scenario = keyof typeof scenarios;

const scenario: Scenario =
  "a payout made before the person agreed saves nothing, and one made after it saves";
const taken: Scenario = "the part is taken at the completion, and not after an end";
const half: Scenario = "a part is at most half";
const net: Scenario = "an instant payout saves of what its fee leaves, to the nearest cent";
const full: Scenario = "without room, all of a payout goes to the bank account";
const part: Scenario = "a changed part holds for payouts made after it, and a pending one keeps the earlier";
const limit: Scenario = "a changed limit holds for a pending payout, too";
const end: Scenario =
  "an end holds at once, by the driver and by the company, and also if a newer agreement follows";
const left: Scenario = "an end leaves the contributions of completed payouts";
const same: Scenario = "a change leaves the agreement as it is";
const seen: Scenario = "the company sees what its payouts save, and a reached limit";
const ways: Scenario = "each page of the driver has the way to change and stop";

/** The sentences that a person signs, and what proves each. Another sentence needs a row. */
const promises: Record<Language, Record<string, Scenario>> = {
  en: {
    "The part that you choose of each payout that {partner} makes after you agree.": scenario,
    "It is taken when the payout completes, unless this agreement has ended by then.": taken,
    "It is counted from the payout after its fee, to the nearest cent.": net,
    "It is never more than half.": half,
    "The rest goes to your bank account.": taken,
    "If we can't save, all of it does.": full,
    "{partner} sees what its own payouts save.": seen,
    "It also sees when your yearly limit leaves less or nothing to save, and can guess from this that you save elsewhere.":
      seen,
    "It doesn't see your total, or what other companies' payouts save.": seen,
    "Change or stop it at any time, with the link in each of our emails about it.": ways,
    "A change of the part holds for payouts made after it.": part,
    "A change of the yearly limit holds at once.": limit,
    "A stop holds at once: a payout that has not completed then saves nothing.": end,
    "What completed payouts have saved still goes to your Roth IRA, because the money is yours.": left,
    "The new part holds for payouts made from now on.": part,
    "A payout that has not completed yet keeps the earlier part.": part,
    "The new yearly limit holds at once.": limit,
    "Your agreement stays the same otherwise.": same,
    "I want these values from now on.": part,
    "From now on, all of each payout goes to your bank account.": end,
    "That includes payouts that have not completed yet.": end,
  },
  es: {
    "La parte que elijas de cada pago que {partner} haga después de que aceptes.": scenario,
    "Se toma cuando el pago se completa, salvo que este acuerdo haya terminado para entonces.": taken,
    "Se cuenta del pago menos su comisión, al centavo más cercano.": net,
    "Nunca es más de la mitad.": half,
    "El resto va a tu cuenta bancaria.": taken,
    "Si no podemos ahorrar, va todo.": full,
    "{partner} ve lo que ahorran sus propios pagos.": seen,
    "También ve cuándo tu límite anual deja menos o nada que ahorrar, y puede suponer que ahorras en otro lugar.":
      seen,
    "No ve tu total, ni lo que ahorran los pagos de otras empresas.": seen,
    "Cámbialo o detenlo cuando quieras, con el enlace en cada correo nuestro sobre esto.": ways,
    "Un cambio de la parte vale para los pagos que se hagan después.": part,
    "Un cambio del límite anual vale enseguida.": limit,
    "Si lo detienes, vale enseguida: un pago que aún no se completó no ahorra nada.": end,
    "Lo que ahorraron los pagos completados igual va a tu Roth IRA, porque el dinero es tuyo.": left,
    "La nueva parte vale para los pagos que se hagan desde ahora.": part,
    "Un pago que aún no se completó conserva la parte anterior.": part,
    "El nuevo límite anual vale enseguida.": limit,
    "Por lo demás, tu acuerdo sigue igual.": same,
    "Quiero estos valores desde ahora.": part,
    "Desde ahora, cada pago va completo a tu cuenta bancaria.": end,
    "También los pagos que aún no se completaron.": end,
  },
};

const sentencesOf = (text: string): string[] => text.split(/(?<=\.) /);

test.each(Language.options)("each sentence in %s about when savings hold has a scenario", (language) => {
  const { agree, change, stop } = savingsWords[language];
  const { partIs, seenIs, stopIs } = agree.terms;
  const signed = [partIs, seenIs, stopIs, change.what, change.consent, stop.what, stop.pending];
  const sentences = new Set(signed.flatMap(sentencesOf));
  expect([...sentences].sort()).toEqual(Object.keys(promises[language]).sort());
});

describe("as the agreement says,", () => {
  test.each(Object.entries(scenarios))("%s", (_, proof) => proof());
});

test("each scenario proves a sentence", () => {
  for (const rows of Object.values(promises))
    expect([...new Set(Object.values(rows))].sort()).toEqual(Object.keys(scenarios).sort());
});
