/** The rules that must be met before vials are released or shipped, or a label is requested. Each business decides how strict each rule is. */
import { z } from 'zod'
import { Id, IdList, idsInUrl, PlainDate, singleLine, Timestamp, wholeNumber } from '../base/primitives.ts'

/** In the order of the work. */
export const releaseRules = ['plating', 'quality_checks', 'infectious_testing', 'quarantine'] as const
export const ReleaseRule = z.enum(releaseRules)
export type ReleaseRule = z.infer<typeof ReleaseRule>

/** `off`: not checked. `warn`: shown before vials are released or shipped. `required`: refused without an override. */
export const RuleLevel = z.enum(['off', 'warn', 'required'])
export type RuleLevel = z.infer<typeof RuleLevel>

/** The roles that may override a required rule. `lab`: labs and admins. `admin`: admins only. */
export const RuleOverriders = z.enum(['lab', 'admin'])
export type RuleOverriders = z.infer<typeof RuleOverriders>

export const MAX_QUALITY_CHECKS = 50
export const MAX_QUARANTINE_DAYS = 365

/** The rules of a business, as its settings hold them. */
export const ReleaseRuleSettings = z.object({
  plating_rule: RuleLevel,
  quality_rule: RuleLevel,
  testing_rule: RuleLevel,
  quarantine_rule: RuleLevel,
  min_quality_checks: wholeNumber(1, MAX_QUALITY_CHECKS),
  min_quarantine_days: wholeNumber(0, MAX_QUARANTINE_DAYS),
  rule_overriders: RuleOverriders,
})
export type ReleaseRuleSettings = z.infer<typeof ReleaseRuleSettings>

/**
 * The rule for shipping labels. `ask`: a label for a patient without any signed document needs a confirmation. `required`: all three
 * documents of a patient are completed, or an admin overrides it.
 */
export const LabelDocumentsRule = z.enum(['ask', 'required'])
export const DOCUMENTS_REQUIRED = 'Labels need all three documents completed'

/** A rule that is not met. `text` says what is missing. */
export const UnmetRule = z.object({ rule: ReleaseRule, level: RuleLevel.exclude(['off']), text: z.string() })
export type UnmetRule = z.infer<typeof UnmetRule>

/** A release or shipment to be checked. Without vials: new ones are released, or the oldest in stock are shipped. */
export const RuleCheckQuery = z.object({
  type: z.enum(['added', 'shipped']).default('added'),
  vials: idsInUrl(IdList).optional(),
  quantity: wholeNumber(1, 1000).optional(),
})
export type RuleCheckQuery = z.infer<typeof RuleCheckQuery>

export const RuleCheck = z.object({
  unmet: z.array(UnmetRule),
  /** Whether the caller may override the required rules. */
  may_override: z.boolean(),
})
export type RuleCheck = z.infer<typeof RuleCheck>

export const MIN_OVERRIDE_REASON = 10
/** The reason to release or ship vials although a required rule is not met. Blank if no rule is overridden. */
export const OverrideReason = singleLine(500).refine(
  (reason) => reason === '' || reason.length >= MIN_OVERRIDE_REASON,
  `Enter a reason of at least ${MIN_OVERRIDE_REASON} characters.`,
)

/** An override on record. For labs and admins only. */
export const RuleOverride = z.object({
  rules: z.array(ReleaseRule),
  reason: z.string(),
  at: Timestamp,
  by: z.string(),
})
export type RuleOverride = z.infer<typeof RuleOverride>

const receiverName = singleLine(120)
const receiverLine = singleLine(300)

/** The receiver of shipped vials, with the name and address at that time. `order`: the address of the order. */
export const VialReceiver = z.object({
  kind: z.enum(['harvest_center', 'referral_center', 'order', 'other']),
  /** Of a center. */
  id: Id.nullable(),
  name: z.string(),
  address: z.string(),
})
export type VialReceiver = z.infer<typeof VialReceiver>

/** Name and address are those of the account for a center, and entered for others. */
export const ReceiverInput = z
  .object({
    kind: z.enum(['harvest_center', 'referral_center', 'other']),
    name: receiverName.default(''),
    address: receiverLine.default(''),
  })
  .refine(({ kind, name }) => kind !== 'other' || name !== '', { path: ['name'], message: 'Enter the name of the receiver.' })
  .refine(({ kind, address }) => kind !== 'other' || address !== '', {
    path: ['address'],
    message: 'Enter the address of the receiver.',
  })
export type ReceiverInput = z.infer<typeof ReceiverInput>

/** The confirmation that shipped vials reached their receiver. */
export const VialArrival = z.object({
  /** Null if the confirmation was taken back. */
  arrived_on: PlainDate.nullable(),
  at: Timestamp,
  by: z.string(),
  /** Of a correction. */
  reason: z.string(),
})
export type VialArrival = z.infer<typeof VialArrival>
