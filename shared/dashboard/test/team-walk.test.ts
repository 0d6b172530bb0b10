import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { DashboardRequest } from "../serving/dashboard-request.ts";
import { newLogin } from "../../domain/account/login.ts";
import { type Member, type MemberRole, MemberRole as Role } from "../../domain/account/member.ts";
import { now } from "../../../test/store/century-ahead.ts";
import { startEngine } from "../../../test/support/cloud/engine.ts";
import { startSes } from "../../../test/support/cloud/ses-stub.ts";

/** The people of an account, as its history of changes has them. */
type Team = { id: string; slug: string; inside: Set<string>; isLocked: boolean };

const load = async () => ({
  ...(await import("../../contract/errors.ts")),
  ...(await import("../../crypto/proof.ts")),
  ...(await import("../account/contact.ts")),
  ...(await import("../account/change-team.ts")),
  ...(await import("../sign-in/open-link.ts")),
  ...(await import("../sign-in/register-company.ts")),
  ...(await import("../../mail/send-email.ts")),
  ...(await import("../../operators/admins.ts")),
  ...(await import("../../operators/person/erase-person.ts")),
  ...(await import("../../store/account/logins.ts")),
  ...(await import("../../store/account/members.ts")),
  ...(await import("../../store/account/partners.ts")),
});
await startEngine();
const ses = await startSes();
process.env.MAIL_FROM = "service@mail.example.com";
const service = await load();

const anyStep = fc.record({
  what: fc.constantFrom("register", "invite", "role", "move contact", "remove", "erase", "add admin"),
  who: fc.nat(3),
  team: fc.nat(2),
  role: fc.constantFrom(...Role.options),
  locks: fc.boolean(),
});
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

let walks = 0;

/** One company, four people, and a history of their accounts. */
class Walk {
  readonly #walk = `${++walks}`;
  readonly teams: Team[] = [];
  readonly emails = ["ana", "bo", "cy", "di"].map((name) => `${name}-${this.#walk}@walk.example`);

  async take({ what, who, team: which, role, locks }: Step): Promise<void> {
    const email = this.emails[who] ?? "";
    if (what === "register") return this.#register(email);
    if (what === "erase") return this.#erase(email, locks);
    const team = this.teams[which];
    if (team) await this.#change(team, what, email, role);
  }

  /** The same company again: an address enters the account where it is inside, or gets a new one. */
  async #register(email: string): Promise<void> {
    const member = await service.registerCompany(`Walk ${this.#walk}`, email, now);
    if (!member) throw new Error("A registration had no result");
    const team = this.teams.find(({ id }) => id === member.account_id);
    if (team) expect(team.inside).toContain(email);
    const id = member.account_id;
    const slug = member.partner_id;
    if (!team) this.teams.push({ id, slug, inside: new Set([email]), isLocked: false });
  }

  async #erase(email: string, lock: boolean): Promise<void> {
    const theirs = this.teams.filter(({ inside }) => inside.has(email));
    const admins = new Map<Team, string[]>();
    for (const team of theirs) admins.set(team, await this.#adminsOf(team));
    const orphans = theirs.filter((team) => String(admins.get(team)) === email);
    const plan = service.erasePersonRun({ person: email, lock }, { now, reason: "Walk", reveal: false });
    if (orphans.length > 0 && !lock) return expect(plan).rejects.toThrow(/only admin of acct_.*--lock/);
    const planned = await plan;
    if ("act" in planned) await planned.act();
    for (const team of theirs) team.inside.delete(email);
    for (const team of orphans) team.isLocked = true;
  }

  async #change(team: Team, what: Step["what"], email: string, role: MemberRole): Promise<void> {
    const members = await service.listMembers(team.id);
    const target = members.find((member) => member.email === email);
    const actor = members.find((member) => member.role === "admin");
    if (what === "add admin") {
      const run = service.addAdminRun({ account: team.slug, email }, { now, reason: "Walk", reveal: false });
      const added = await run.then(
        (plan) => ("act" in plan ? plan.act() : undefined),
        () => undefined,
      );
      if (!added) return expect(target?.role).toBe("admin");
      team.inside.add(email);
      team.isLocked = false;
    } else if (actor) await this.#changeBy(actor, { team, what, email, role, target });
  }

  /** A form that an admin posts. A refused one changes nothing. */
  async #changeBy(actor: Member, { team, what, email, role, target }: Change): Promise<void> {
    const partner = await service.findPartner(team.slug, now, 0);
    const as = { account: { account_id: team.id }, partner, member: actor, sessionHash: "hash" };
    // Each form is sent once here, so no write remembers its page.
    const request = { ...as, source: "192.0.2.1", now, remember: () => undefined };
    const act = async (
      action: "inviteMember" | "changeRole" | "removeMember" | "confirmContact",
      more: object,
    ) => {
      try {
        await service[action]({ ...request, ...more } as unknown as DashboardRequest);
        return true;
      } catch (error) {
        if (error instanceof service.Problem) return false;
        throw error;
      }
    };
    const params = { id: target?.member_id };
    if (what === "invite" && (await act("inviteMember", { form: { email, role } }))) team.inside.add(email);
    if (what === "role") await act("changeRole", { form: { role }, params });
    if (what === "remove" && (await act("removeMember", { form: {}, params }))) team.inside.delete(email);
    if (what !== "move contact") return;
    const from = partner?.email;
    if (from === email) return;
    const contact = { account_id: team.id, ...(from && { from }) };
    const login = newLogin({ email, browser: "", session: "hash", contact, next: "/developers" }, now);
    await service.putLogin(login, now);
    await service.putLoginProof(login, await service.hashOfProof("proof"), false, undefined, now);
    const moved = await act("confirmContact", { params: { id: login.login_id, proof: "proof" } });
    if (!moved || team.inside.has(email)) return;
    if (from) team.inside.delete(from);
    team.inside.add(email);
  }

  #adminsOf = async ({ id }: Team): Promise<string[]> =>
    (await service.listMembers(id)).filter(({ role }) => role === "admin").map(({ email }) => email);

  async expectInvariants(): Promise<void> {
    for (const team of this.teams) {
      expect((await service.listMembers(team.id)).map(({ email }) => email).sort()).toEqual(
        [...team.inside].sort(),
      );
      const admins = await this.#adminsOf(team);
      if (admins.length === 0) expect(team.isLocked).toBe(true);
      ses.asked.length = 0;
      const mail = { kind: "mail", mail: "live_decision", result: "approved", account_id: team.id } as const;
      const message = { ...mail, entry_id: crypto.randomUUID() };
      await service.sendEmail(message, false, now, AbortSignal.timeout(60_000));
      expect([...ses.asked].sort()).toEqual(admins.sort());
    }
    for (const email of this.emails) {
      const login = newLogin({ email, browser: "", next: "/developers" }, now);
      const open = (await service.choicesFor(login, now)).map(({ account_id }) => account_id);
      const theirs = this.teams.filter(({ inside }) => inside.has(email)).map(({ id }) => id);
      expect(open.sort()).toEqual(theirs.sort());
    }
  }
}
type Change = { team: Team; what: Step["what"]; email: string; role: MemberRole; target: Member | undefined };

const register: Step = { what: "register", who: 0, team: 0, role: "admin", locks: false };
const invite: Step = { ...register, what: "invite", who: 1 };
const remove: Step = { ...register, what: "remove" };
const erase: Step = { ...register, what: "erase", who: 1, locks: true };

/** Histories in which a removed person came back, or got an email. */
const formerFaults: Step[][] = [
  [register, invite, remove, erase, register],
  [register, invite, remove, register, { ...invite, what: "move contact" }],
  [register, invite, { ...erase, locks: false }, erase, { ...invite, what: "add admin" }],
  [register, { ...invite, role: "viewer" }, { ...erase, who: 0 }, { ...invite, what: "add admin" }],
];

test("in any order of changes, a person who was removed or erased opens no account and gets none of its emails", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
      const walk = new Walk();
      for (const step of [register, ...steps]) {
        await walk.take(step);
        await walk.expectInvariants();
      }
    }),
    { numRuns: 12, examples: formerFaults.map((steps): [Step[]] => [steps]) },
  );
});
