/**
 * Which calls ask an admin for a recent proof: a log-in or a confirmation within the last minutes (`PROOF_MINUTES`). Each call that
 * changes something, and each export, says it if an admin may make the call. A call asks if afterwards a person or a server has access
 * that it did not have, or has it no more: a log-in, a tie between users, a right, a secret, or another place to which mail or data goes.
 * Every other one says in one sentence why not. These are the rules and the reasons that several calls have.
 */
import type { Access, Scope } from './access.ts'

/**
 * `everybody`: asked of each user. `admins`: only where an admin acts, also inside the account of another user; it is the daily work of
 * the other roles.
 */
export interface Asks {
  asks: 'everybody' | 'admins'
}
/** The command asks, if the call makes one of these changes (`assertRecentProof`). Without `tokens` it refuses them to access tokens. */
export interface AsksForChanges {
  asksFor: readonly string[]
  tokens?: string
}
export interface AsksNever {
  never: string
}
/** A machine cannot confirm. A call that asks is a machine call only with a reason. */
export interface AsksNoToken extends Asks {
  tokens: string
}

export type ProofRule = Asks | AsksNoToken | AsksForChanges | AsksNever

type AdminMayCall<Who extends Access> = Who extends 'public' | 'session' | { readonly admin: Scope } ? true : false
/** A GET counts if it changes data, or streams a table. */
type ChangesOrExports<Address, Spec> = Address extends `GET ${string}`
  ? Spec extends { writes: true } | { streams: `text/csv${string}` | `${string}sheet` }
    ? true
    : false
  : true
type RuleFor<Spec> = Spec extends { machine: true } ? AsksNoToken | AsksForChanges | AsksNever : ProofRule

/** Without its rule, a call of an admin that changes something does not compile. */
export type WithProof<Address, Who extends Access, Spec> = [AdminMayCall<Who>, ChangesOrExports<Address, Spec>] extends [
  true,
  true,
]
  ? { proof: RuleFor<Spec> }
  : { proof?: RuleFor<Spec> }

/** The fields of a user that decide who sees whom, and where a password link goes. Of the tags, only the right to order vials counts. */
export const accessFieldsOfUser = [
  'email',
  'tags',
  'harvest_center_id',
  'referral_harvest_center_id',
  'referred_center_id',
  'saless_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
  'lab_id',
] as const
/** The settings that decide who logs in and for how long, where mail goes, and who may override the rules of the lab. */
export const accessSettings = [
  'email_sender',
  'email_notifications',
  'idle_minutes',
  'session_hours',
  'two_step_memberships',
  'rule_overriders',
] as const
/** The users of a sale, who see it. */
export const partiesOfSale = ['harvest_center', 'referral_harvest_center', 'patient', 'sales_rep'] as const

export const everybody = { asks: 'everybody' } as const
export const admins = { asks: 'admins' } as const
export const changes = (...asksFor: string[]) => ({ asksFor })
export const never = (reason: string) => ({ never: reason })
export const userFields = changes(...accessFieldsOfUser)
/** An admin chose the call for the token, with a recent proof. */
export const chosenExport = { ...everybody, tokens: 'An admin who had to confirm chose this export for the token.' } as const
const newcomers = { tokens: 'A token adds only patients and harvest centers, which see nobody who was there before.' }
export const newAccount = { ...admins, ...newcomers } as const
/** Of a dry run nobody gets an account. */
export const importedAccounts = { ...changes('patients', 'harvest_centers'), ...newcomers }

export const open = never('A guest may make this call, so an open session adds nothing to it.')
export const ownPassword = never('The call asks for the password itself.')
export const own = never('It concerns only the own account or session, and gives nobody access to it.')
export const lab = never('The work of the lab. Nobody sees more by it.')
export const brand = never('Looks, words and prices. Nobody sees more by it.')
export const commission = never('The portal pays nobody: it only records what was earned and paid.')
export const parcel = never('An address or a parcel. Nobody sees more by it.')
export const providerTest = never('It asks a provider something, and changes nothing.')
export const document = never(
  'It adds or changes one document. Its parties stay, and its mail goes to the addresses that it has.',
)
export const resource = never('Papers of the business, without data of people.')
export const mailKey = never('The portal keeps the key. Nobody else can sign mails with it.')
