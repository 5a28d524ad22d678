/** The columns of files to import: what the template has, what the screen explains, and what the server reads. */
import type { Import } from './onboarding.ts'

export interface ImportColumn {
  /** The field of the account; it may head the column, too. */
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
    hint: 'Each email once. The person gets a link to set a password.',
  },
]
const address = (must?: true): ImportColumn[] => {
  const demanded = must ? { required } : {}
  return [
    { key: 'address1', header: 'Address Line 1', example: '18 Alder Street', ...demanded },
    { key: 'address2', header: 'Address Line 2', example: 'Suite 4' },
    { key: 'city', header: 'City', example: 'Portland', ...demanded },
    { key: 'state_desc', header: 'State', example: 'Oregon', ...demanded },
    { key: 'country_desc', header: 'Country', example: 'United States', ...demanded },
    { key: 'zip_code', header: 'Postal Code', example: '97201', hint: 'Leave blank if not used.' },
  ]
}

export const importColumns: Record<Import['kind'], ImportColumn[]> = {
  patients: [
    ...person,
    { key: 'phone_number', header: 'Phone', example: '+1 555 010 2233' },
    { key: 'harvest_center', header: 'Harvest Center', example: '42', hint: 'Its ID, or its exact company name.' },
    { key: 'tags', header: 'Tags', example: 'VIP', hint: 'Labels, with | between them.' },
    ...address(),
  ],
  harvest_centers: [
    { key: 'company', header: 'Clinic Name', required, example: 'Fjord Clinic' },
    ...person,
    { key: 'phone_number', header: 'Phone', required, example: '+1 555 010 2233' },
    { key: 'sales_rep', header: 'Sales Rep', required, example: 'rep@example.org', hint: 'The ID or the email.' },
    { key: 'lab', header: 'Lab', example: '7', hint: 'Its ID, or its exact company name.' },
    ...address(required),
  ],
}
