import type { Import } from '@vialdesk/contract/onboarding'
import { showCount } from '#web/lib/figures.ts'

export type ImportKind = Import['kind']

const one: Record<ImportKind, string> = { patients: 'patient', harvest_centers: 'harvest center' }

/** `1 patient`, `2 patients` */
export const counted = (count: number, kind: ImportKind) => `${showCount(count)} ${one[kind]}${count === 1 ? '' : 's'}`

/** The same, with the verb that follows. */
export const lines = (count: number, singular: string, plural: string) =>
  `${showCount(count)} ${count === 1 ? `line ${singular}` : `lines ${plural}`}`
