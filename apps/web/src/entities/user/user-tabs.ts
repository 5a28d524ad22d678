import type { User } from '@vialdesk/contract/people/accounts'
import type { ReactNode } from 'react'

/** The tabs of a user's drawer and page, by their names in the URL. */
export const userTabNames = [
  'details',
  'lab',
  'centers',
  'patients',
  'transactions',
  'team',
  'staff',
  'locations',
  'vials',
  'messages',
  'documents',
  'labels',
  'timeline',
  'sessions',
] as const
export type UserTab = (typeof userTabNames)[number]

/** A tab that another feature provides. */
export interface UserTabContent {
  value: UserTab
  label: string
  /** Whether this user has the tab, and the reader may read it. */
  isFor: (user: User) => boolean
  content: (user: User) => ReactNode
  /** A part of it among the details, with the way to the whole tab. */
  summary?: (user: User, onOpen: () => void) => ReactNode
}
