import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import type { Access, Noun, Verb } from "../../shared/domain/access/noun.ts";
import { indexes } from "../../shared/store/keys/indexes.ts";
import { prefixOf } from "../../shared/store/keys/keys.ts";
import { stageKeyOf, keyStatements } from "./customer-key.ts";
import { stageSettingsOf } from "./settings/stage-settings.ts";

const actions: Record<Verb, string> = {
  get: "dynamodb:GetItem",
  collect: "dynamodb:BatchGetItem",
  query: "dynamodb:Query",
  search: "dynamodb:Query",
  search_by_driver: "dynamodb:Query",
  search_by_due: "dynamodb:Query",
  search_by_status: "dynamodb:Query",
  put: "dynamodb:PutItem",
  update: "dynamodb:UpdateItem",
  delete: "dynamodb:DeleteItem",
  check: "dynamodb:ConditionCheckItem",
};

/** Write units a second, also of a new index. AWS refuses less. */
const NEW_TABLE = 4_000;
const warmed = (units: number) =>
  units > NEW_TABLE && { warmThroughput: { writeUnitsPerSecond: Math.ceil(units) } };

/** The one table. `shared/store/keys/keys.ts` has its items and their keys. */
export class ServiceTable extends Table {
  constructor(scope: Construct, id: string, { keep }: { keep: boolean }) {
    const key = stageKeyOf(scope);
    const { warmWrites = NEW_TABLE } = stageSettingsOf(scope);
    super(scope, id, {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: "ttl",
      stream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(key && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }),
      ...warmed(warmWrites),
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const [indexName, { sort, ...index }] of Object.entries(indexes)) {
      this.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: indexName, type: AttributeType.STRING },
        sortKey: { name: sort, type: AttributeType.STRING },
        projectionType: "keysOnly" in index ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
        ...warmed(warmWrites / 4),
      });
    }
  }

  /** Item actions on the nouns' keys. True for a request without keys: never allow Scan or PartiQL. */
  statementsFor(access: Access): PolicyStatement[] {
    const nouns = Object.keys(access) as Noun[];
    const verbsOf = (noun: Noun) => [...(access[noun] ?? [])].filter((verb) => !isSearch(verb)).sort();
    const nounsByVerbs = Map.groupBy(nouns, (noun) => verbsOf(noun).join());
    nounsByVerbs.delete("");
    const searched = nouns.flatMap((noun) =>
      (access[noun] ?? []).filter(isSearch).map((verb) => ({ noun, verb })),
    );
    return [
      ...[...nounsByVerbs].map(([verbs, alike]) =>
        statement(verbs.split(",") as Verb[], [this.tableArn], this.#prefixesOf(alike)),
      ),
      ...searched.map(({ noun, verb }) =>
        statement([verb], this.#indexesOf(noun, verb), this.#prefixesOf([noun])),
      ),
      ...(nouns.length > 0 ? this.keyStatements() : []),
    ];
  }

  /** What a reader of the table or of its stream needs of the customer's key, if the stage has one. */
  keyStatements = (): PolicyStatement[] => keyStatements(this, "dynamodb");

  /** None where the stage has widened its grants to all items. */
  #prefixesOf(nouns: readonly Noun[]): string[] {
    if (stageSettingsOf(this).tableGrants === "all items") return [];
    return nouns.map((noun) => `${prefixOf(noun)}*`);
  }

  /** A list of payouts needs no due index, so `search` leaves it out where a noun has others. */
  #indexesOf(noun: Noun, verb: Verb): string[] {
    const ownIndexes = Object.entries(indexes).filter(([, { of }]) => isOf(of, noun));
    const lists = ownIndexes.filter(([name]) => ownIndexes.length === 1 || name !== "by_due");
    const granted = verb === "search" ? lists : ownIndexes.filter(([name]) => verb === `search_${name}`);
    return granted.map(([name]) => `${this.tableArn}/index/${name}`);
  }
}

const isOf = (nouns: readonly Noun[], noun: Noun): boolean => nouns.includes(noun);

const isSearch = (verb: Verb): boolean => verb.startsWith("search");

const statement = (verbs: readonly Verb[], resources: string[], prefixes: readonly string[]) =>
  new PolicyStatement({
    actions: verbs.map((verb) => actions[verb]),
    resources,
    ...(prefixes.length > 0 && {
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": prefixes } },
    }),
  });
