/** The import of accounts, and the columns of its files, shared by the template file, the import screen and the server. */
import { z } from 'zod'
import { INVALID_CHARACTERS, isStorableText } from '../base/primitives.ts'

/** Limits of one import. */
export const MAX_IMPORT_LINES = 2000
export const MAX_IMPORT_CHARACTERS = 900_000

export const Import = z.object({
  kind: z.enum(['patients', 'harvest_centers']),
  /** The text of the file. The first line has the column headers. */
  csv: z
    .string()
    .min(1, 'Choose a file.')
    .max(MAX_IMPORT_CHARACTERS, 'This file is too large.')
    .refine(isStorableText, INVALID_CHARACTERS),
  /** Validates only; no account is created. */
  dry_run: z.boolean(),
})
export type Import = z.infer<typeof Import>

export const ImportResult = z.object({
  /** Number of lines that are not blank, without the header. */
  lines: z.number().int(),
  /** Number of created accounts: all, or 0 if any line has an error. */
  created: z.number().int(),
  /** Errors by line of the file, counted from 1. `column` is blank when the error concerns the whole line. */
  errors: z.array(z.object({ line: z.number().int(), column: z.string(), message: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

export interface ImportColumn {
  /** The field of the account; also accepted as the column header. */
  key: string
  header: string
  required?: boolean
  example: string
  hint?: string
}

const required = true
const person: ImportColumn[] = [
  { key: 'first_name', header: 'First Name', required, example: 'Ada' },
  { key: 'last_name', header: 'Last Name', required, example: 'Whitfield' },
  {
    key: 'email',
    header: 'Email',
    required,
    example: 'ada@example.org',
    hint: 'Must be unique. We email a link to set a password.',
  },
]
const address = (isRequired?: true): ImportColumn[] => {
  const requirement = isRequired ? { required } : {}
  return [
    { key: 'address1', header: 'Address Line 1', example: '18 Alder Street', ...requirement },
    { key: 'address2', header: 'Address Line 2', example: 'Suite 4' },
    { key: 'city', header: 'City', example: 'Portland', ...requirement },
    { key: 'state_desc', header: 'State', example: 'Oregon', ...requirement },
    { key: 'country_desc', header: 'Country', example: 'United States', ...requirement },
    { key: 'zip_code', header: 'Postal Code', example: '97201', hint: 'Leave blank if not used.' },
  ]
}

export const importColumns: Record<Import['kind'], ImportColumn[]> = {
  patients: [
    ...person,
    { key: 'phone_number', header: 'Phone', example: '+1 555 010 2233' },
    { key: 'harvest_center', header: 'Harvest Center', example: '42', hint: 'ID or exact company name.' },
    { key: 'tags', header: 'Tags', example: 'VIP', hint: 'Tag names, separated by |.' },
    ...address(),
  ],
  harvest_centers: [
    { key: 'company', header: 'Clinic Name', required, example: 'Fjord Clinic' },
    ...person,
    { key: 'phone_number', header: 'Phone', required, example: '+1 555 010 2233' },
    { key: 'sales_rep', header: 'Sales Rep', required, example: 'rep@example.org', hint: 'ID or email.' },
    { key: 'lab', header: 'Lab', example: '7', hint: 'ID or exact company name.' },
    ...address(required),
  ],
}
