/** Commissions of the sales line: rates, the ledger, statements and payouts. Amounts in dollars. */
import { z } from 'zod'
import { admin, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import { listFile, nameOf } from '../base/list-file.ts'
import {
  Chunks,
  DateInput,
  Id,
  Message,
  Money,
  PersonName,
  PlainDate,
  pageOf,
  paging,
  requiredLine,
  SmallId,
  singleLine,
  sortBy,
  wholeNumber,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { membershipIds, membershipNames } from '../base/roles.ts'

/** The memberships that earn commissions. */
const commissionMemberships = [membershipIds.sales_rep, membershipIds.sales_manager, membershipIds.sales_distributor] as const
const Membership = wholeNumber(1, 99).refine(
  (membership) => commissionMemberships.some((each) => each === membership),
  'Choose sales reps, sales managers or sales distributors.',
)

/** A calendar month, `YYYY-MM`. */
const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as 2026-03.')
  .refine((month) => month >= '1950' && month < '2150', 'Enter a month between 1950 and 2149.')

/** Percent of what a sale is worth, with at most two decimals. Null: an amount for each sale. */
const Percent = z.number().min(0).max(100).multipleOf(0.01, 'Enter a number with at most two decimals.')
const Flat = z.number('Enter an amount.').min(0).max(1_000_000).multipleOf(0.01, 'Enter an amount with at most two decimals.')

export const CommissionRate = z.object({
  id: Id,
  membership: SmallId,
  /** Null: everybody with the membership who has no own rate. */
  person: PersonName.nullable(),
  /** Null: every product without an own rate. */
  product: z.object({ id: SmallId, name: z.string() }).nullable(),
  percent: z.number().nullable(),
  /** For each sale. */
  flat: Money.nullable(),
  valid_from: PlainDate,
  /** `current`: applies to sales of today. `next`: from a later day on. `past`: another rate replaced it. */
  state: z.enum(['current', 'next', 'past']),
  created_by: z.string(),
})
export type CommissionRate = z.infer<typeof CommissionRate>

export const CommissionRateInput = z
  .strictObject({
    membership: Membership,
    user_id: Id.nullable().default(null),
    product_id: SmallId.nullable().default(null),
    percent: Percent.nullable().default(null),
    flat: Flat.nullable().default(null),
    /** Not before today. */
    valid_from: DateInput,
  })
  .refine(({ percent, flat }) => (percent === null) !== (flat === null), {
    path: ['percent'],
    error: 'Enter a percentage or an amount.',
  })
export type CommissionRateInput = z.infer<typeof CommissionRateInput>

export const CommissionSettings = z.object({
  /** Off: sales earn no commissions. Sales from before keep theirs. */
  enabled: z.boolean(),
  /** Products of whose sales nobody gets a percentage. */
  flat_only_products: z
    .array(SmallId)
    .max(200)
    .overwrite((ids) => [...new Set(ids)].sort((a, b) => a - b)),
})
export type CommissionSettings = z.infer<typeof CommissionSettings>

/** The commissions of a person in a month. */
export const CommissionStatement = z.object({
  id: Id,
  person: PersonName,
  membership: SmallId,
  month: Month,
  earned: Money,
  paid: Money,
  /** Earned and not paid. Negative when more was reversed than earned. */
  due: Money,
  lines: z.number().int(),
  unpaid_lines: z.number().int(),
  /** The month has ended, so that the statement can be paid. */
  ended: z.boolean(),
  can: z.object({ pay: z.boolean() }),
})
export type CommissionStatement = z.infer<typeof CommissionStatement>

/** `accrual`: a sale earned it. `reversal`: the sale became worth less. `adjustment`: it became worth more. */
export const CommissionKind = z.enum(['accrual', 'reversal', 'adjustment'])
export type CommissionKind = z.infer<typeof CommissionKind>

export const CommissionLine = z.object({
  id: Id,
  day: PlainDate,
  kind: CommissionKind,
  sale: z.object({ id: Id, invoice_id: z.string(), day: PlainDate, product: z.string() }),
  /** What the sale was worth. */
  base: Money,
  percent: z.number().nullable(),
  flat: Money.nullable(),
  amount: Money,
  note: z.string(),
  /** Null: not paid. */
  paid_on: PlainDate.nullable(),
})
export type CommissionLine = z.infer<typeof CommissionLine>

export const CommissionPayout = z.object({
  paid_on: PlainDate,
  amount: Money,
  lines: z.number().int(),
  method: z.string(),
  reference: z.string(),
  /** The admin who marked it paid; blank for sales roles. */
  who: z.string(),
})
export type CommissionPayout = z.infer<typeof CommissionPayout>

export const StatementFilter = paging(10).extend({
  sort: sortBy('month', 'person', 'earned', 'paid', 'due'),
  /** Of an admin. Sales roles get their own statements. */
  user_id: Id.optional(),
  membership: Membership.optional(),
  month: Month.optional(),
  /** `payable`: unpaid, and the month has ended. */
  state: z.enum(['payable', 'unpaid', 'paid']).optional(),
})
export type StatementFilter = z.infer<typeof StatementFilter>

export const CommissionPayment = z.strictObject({
  /** Made by the page: the same id never pays twice. */
  id: z.uuid(),
  /** With the amounts that the admin saw. If one of them differs now, nothing is paid. */
  statements: z
    .array(z.strictObject({ id: Id, due: Money.min(-10_000_000).max(10_000_000) }))
    .min(1, 'Select at least one statement.')
    .max(100, 'Select at most 100 statements.'),
  /** Not after today. */
  paid_on: DateInput,
  method: requiredLine(60),
  reference: singleLine(120).default(''),
})
export type CommissionPayment = z.infer<typeof CommissionPayment>

export const LeaderboardFilter = paging(25).extend({
  period: z.enum(['month', 'quarter', 'year']).default('month'),
  /** A month of the period; this month by default. */
  month: Month.optional(),
  membership: Membership.default(membershipIds.sales_rep),
})
export type LeaderboardFilter = z.infer<typeof LeaderboardFilter>

export const LeaderboardRow = z.object({
  id: Id,
  /** People with the same amount have the same rank. */
  rank: z.number().int(),
  /** Initials, unless the viewer is an admin, the person itself or above it in the sales line. */
  name: z.string(),
  own: z.boolean(),
  amount: Money,
})
export type LeaderboardRow = z.infer<typeof LeaderboardRow>

/** Sales roles read their own commissions. */
const commissionReaders = { ...admin, sales_rep: 'own', sales_manager: 'own', sales_distributor: 'own' } as const

export const commissions = {
  statements: call('GET /api/v1/commissions/statements/', commissionReaders, {
    machine: true,
    summary: 'Commission statements by person and month, newest first, with their sums; sales roles get their own',
    query: StatementFilter,
    views: ['statements'],
    exports: listFile(CommissionStatement, 'statements', [
      ['ID', ({ id }) => id],
      ['Month', ({ month }) => month],
      ['Person ID', ({ person }) => person.id],
      ['Person', ({ person }) => nameOf(person)],
      ['Role', ({ membership }) => membershipNames[membership]],
      ['Lines', ({ lines }) => lines],
      ['Earned (USD)', ({ earned }) => earned],
      ['Paid (USD)', ({ paid }) => paid],
      ['Pending (USD)', ({ due }) => due],
    ]),
    answer: pageOf(CommissionStatement).extend({
      enabled: z.boolean(),
      /** Of all rows of the filter. */
      totals: z.object({ earned: Money, paid: Money, due: Money }),
    }),
  }),
  statement: call('GET /api/v1/commissions/statements/{id}/', commissionReaders, {
    machine: true,
    summary: 'The lines of a commission statement, with its payments',
    query: paging(25),
    answer: pageOf(CommissionLine).extend({ statement: CommissionStatement, payouts: z.array(CommissionPayout) }),
  }),
  statementPdf: call('GET /api/v1/commissions/statements/{id}/pdf/', commissionReaders, {
    machine: true,
    summary: 'A commission statement as PDF',
    answer: Chunks,
    streams: 'application/pdf',
    isReport: true,
  }),
  exportCsv: call('GET /api/v1/commissions/export-csv/', commissionReaders, {
    machine: true,
    proof: proof.chosenExport,
    summary: 'The ledger of commissions as CSV: all entries of a filter; sales roles get their own',
    query: StatementFilter.pick({ user_id: true, month: true }),
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
    isReport: true,
  }),
  pay: call('POST /api/v1/commissions/pay/', admin, {
    proof: proof.commission,
    summary: 'Mark commission statements paid, all of them or none',
    body: CommissionPayment,
    answer: Message.extend({ statements: z.number().int(), amount: Money }),
  }),
  rates: call('GET /api/v1/commissions/rates/', admin, {
    machine: true,
    summary: 'Commission rates, newest first',
    query: paging(10).extend({ membership: Membership.optional(), user_id: Id.optional(), product_id: SmallId.optional() }),
    answer: pageOf(CommissionRate),
    views: ['rates'],
  }),
  addRate: call('POST /api/v1/commissions/rates/', admin, {
    proof: proof.commission,
    summary: 'Add a commission rate; it replaces the rate of the same person or membership and product from its first day on',
    body: CommissionRateInput,
    answer: CommissionRate,
    status: 201,
  }),
  settings: call('GET /api/v1/commissions/settings/', admin, {
    summary: 'Whether sales earn commissions, and products without percentages',
    answer: CommissionSettings,
  }),
  changeSettings: call('PATCH /api/v1/commissions/settings/', admin, {
    proof: proof.commission,
    summary: 'Turn commissions on or off, and percentages of products',
    body: z.strictObject(CommissionSettings.partial().shape),
    answer: CommissionSettings.extend(Message.shape),
  }),
  leaderboard: call(
    'GET /api/v1/commissions/leaderboard/',
    roles({ ...admin, sales_rep: 'domain', sales_manager: 'domain', sales_distributor: 'domain' }),
    {
      machine: true,
      summary: 'Who earned the most commissions in a month, quarter or year',
      query: LeaderboardFilter,
      answer: pageOf(LeaderboardRow).extend({ from: PlainDate, to: PlainDate, enabled: z.boolean() }),
      views: ['leaderboard'],
      isReport: true,
    },
  ),
}
