import type { Import } from '@vialdesk/contract/people/import-columns'
import { formatCount } from '#web/lib/format/format-count.ts'

export type ImportKind = Import['kind']

const nouns: Record<ImportKind, string> = { patients: 'patient', harvest_centers: 'harvest center' }

/** `1 patient`, `2 patients` */
export const countOfAccounts = (count: number, kind: ImportKind) =>
  `${formatCount(count)} ${nouns[kind]}${count === 1 ? '' : 's'}`

/** `1 line is`, `2 lines are`, with the given forms of the verb. */
export const countOfLines = (count: number, singular: string, plural: string) =>
  `${formatCount(count)} ${count === 1 ? `line ${singular}` : `lines ${plural}`}`
