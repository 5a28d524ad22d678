/** Turns the lines of a file into accounts. Each line is validated by the schema of its form and against the other lines. */
import { apiErrors } from '@vialdesk/contract/errors'
import { type Import, importColumns } from '@vialdesk/contract/import-columns'
import { NewHarvestCenter, NewPatient } from '@vialdesk/contract/onboarding'
import { CARD_NUMBER_REFUSED, REQUIRED } from '@vialdesk/contract/validation-messages'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { findAddressErrors, phoneError } from '#api/features/accounts/edit/validate-address.commands.ts'
import { containsCardNumber } from '#api/platform/kernel/card-numbers.ts'
import { buildFinder, findTagIds, findTakenEmails, referenceKinds } from './import-references.queries.ts'
import type { Line, LineError } from './imported-lines.csv.ts'

type Kind = Import['kind']

/** The values of a new row of `users`, without the values that all lines share. */
export interface ImportedAccount {
  first_name: string
  last_name: string
  email: string
  phone_number?: string
  company?: string
  tags?: number[]
  harvest_center_id?: number | null
  sales_rep_id?: number
  lab_id?: number | null
}

const formSchemas = {
  patients: NewPatient.omit({ subscription: true, harvest_center_id: true, tags: true }),
  harvest_centers: NewHarvestCenter.omit({ password: true, documents: true, saless_rep_id: true, lab_id: true }),
} satisfies Record<Kind, z.ZodType>

/** Reports an error of a cell; `key` is the key of the column. */
type ReportError = (line: number, key: string, message: string) => void

/** Returns the accounts in the order of the file, and all errors. */
export async function validateLines(
  db: Db,
  kind: Kind,
  lines: Line[],
): Promise<{ accounts: ImportedAccount[]; errors: LineError[] }> {
  const errors: LineError[] = []
  const headerOf = (key: string) => importColumns[kind].find((column) => column.key === key)?.header ?? ''
  const report: ReportError = (line, key, message) => void errors.push({ line, column: headerOf(key), message })
  const resolve = await buildResolver(db, kind, lines)
  const accounts = lines.flatMap(({ line, values }) => {
    const { data, error } = formSchemas[kind].safeParse(values)
    for (const { path, message } of error?.issues ?? []) report(line, String(path[0]), message)
    for (const [key, cell] of Object.entries(values)) if (containsCardNumber(cell)) report(line, key, CARD_NUMBER_REFUSED)
    const phoneMessage = data && phoneError(data)
    if (phoneMessage) report(line, 'phone_number', phoneMessage)
    for (const [key, message] of Object.entries(data ? findAddressErrors(data) : {})) report(line, key, message)
    const references = resolve((key, message) => report(line, key, message), values)
    return data ? [{ ...data, ...references }] : []
  })
  await validateEmails(db, lines, report)
  return { accounts, errors: errors.toSorted((a, b) => a.line - b.line) }
}

type ResolveReferences = (
  report: (key: string, message: string) => void,
  values: Record<string, string>,
) => Partial<ImportedAccount>

async function buildResolver(db: Db, kind: Kind, lines: Line[]): Promise<ResolveReferences> {
  const finder = (key: keyof typeof referenceKinds) =>
    buildFinder(
      db,
      referenceKinds[key],
      lines.map(({ values }) => values[key] ?? ''),
    )
  if (kind === 'patients') {
    const [center, tags] = [await finder('harvest_center'), await findTagIds(db)]
    return (report, { harvest_center = '', tags: labels = '' }) => ({
      harvest_center_id: harvest_center === '' ? null : idOrReport(report, 'harvest_center', center(harvest_center)),
      tags: resolveTags(report, tags, labels),
    })
  }
  const [rep, lab] = [await finder('sales_rep'), await finder('lab')]
  return (report, { sales_rep = '', lab: named = '' }) => ({
    sales_rep_id: idOrReport(report, 'sales_rep', sales_rep === '' ? { message: REQUIRED } : rep(sales_rep)),
    lab_id: named === '' ? null : idOrReport(report, 'lab', lab(named)),
  })
}

/** The found id. Otherwise reports an error and returns 0, which is never stored because the import stops on errors. */
function idOrReport(
  report: (key: string, message: string) => void,
  key: string,
  found: { id: number } | { message: string },
): number {
  if ('id' in found) return found.id
  report(key, found.message)
  return 0
}

function resolveTags(report: (key: string, message: string) => void, known: Map<string, number>, labels: string): number[] {
  const names = [...new Set(labels.split(/[|,;]/).map((label) => label.trim().toLowerCase()))].filter(Boolean)
  if (!names.every((name) => known.has(name))) report('tags', 'Choose from the list of tags.')
  return names.flatMap((name) => known.get(name) ?? [])
}

/** Reports emails that are twice in the file or in use in the domain. */
async function validateEmails(db: Db, lines: Line[], report: ReportError): Promise<void> {
  const firstLines = new Map<string, number>()
  const linesWithEmail = lines.map(({ line, values: { email = '' } }) => ({ line, email: email.toLowerCase() }))
  const usedEmails = await findTakenEmails(db, [...new Set(linesWithEmail.map(({ email }) => email))])
  for (const { line, email } of linesWithEmail.filter((each) => each.email !== '')) {
    const earlier = firstLines.get(email)
    if (earlier !== undefined) report(line, 'email', `Line ${earlier} already has this email.`)
    else if (usedEmails.has(email)) report(line, 'email', apiErrors.duplicate_email.message)
    firstLines.set(email, earlier ?? line)
  }
}
