/** The lists of all harvest centers, referral centers and labs, for admins. */
import type { ReactNode } from 'react'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.ts'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { harvestCenterColumns, labColumns, placeName, referralCenterColumns } from './all-centers.columns.tsx'

const centers = {
  pageSize: 10,
  exports: { rows: ['center', 'centers'] },
  chipOrder: ['search', 'never_signed_in'],
  rowName: placeName,
  rowHref: ({ id }: { id: number }) => `/users/${id}`,
} as const
const searchCenters = (label: string) => searchFilter({ label, placeholder: 'Company, name, email, ID…' })

const harvestCenters = defineList('GET /api/v1/harvest-centers/', {
  ...centers,
  name: 'all-harvest-centers',
  label: 'Harvest centers',
  views: 'harvest-centers',
  columns: harvestCenterColumns,
  filters: [
    searchCenters('Search harvest centers'),
    choiceFilter('lab_id', 'Lab', useLabChoices),
    choiceFilter('sales_rep_id', 'Sales rep', useRepChoices),
    signInFilter,
  ],
  empty: 'Centers sign up with the link of a sales rep. You can also add one.',
})

const referralCenters = defineList('GET /api/v1/referral-harvest-centers/', {
  ...centers,
  name: 'all-referral-centers',
  label: 'Referral centers',
  views: 'referral-centers',
  columns: referralCenterColumns,
  filters: [
    searchCenters('Search referral centers'),
    choiceFilter('harvest_center_id', 'Refers to', useCenterChoices),
    choiceFilter('sales_rep_id', 'Sales rep', useRepChoices),
    signInFilter,
  ],
  empty: 'Referral centers sign up with the link of a sales rep or of a harvest center. You can also add one.',
})

const labs = defineList('GET /api/v1/labs/', {
  ...centers,
  name: 'all-labs',
  label: 'Labs',
  views: 'labs',
  exports: { rows: ['lab', 'labs'] },
  columns: labColumns,
  filters: [searchCenters('Search labs'), signInFilter],
  empty: 'Add the lab that processes the tissue. It gets a link by email to set its password.',
})

interface Props {
  onOpen: (row: { id: number }) => void
  /** The primary action. */
  add: ReactNode
  /** Drawers and forms over the list. */
  children: ReactNode
}

export const AllHarvestCentersScreen = ({ onOpen, add, children }: Props) => (
  <Screen title="Harvest Centers" actions={add}>
    <List of={harvestCenters} onRow={onOpen} rowActions={useInvitationActions()} />
    {children}
  </Screen>
)

export const AllReferralCentersScreen = ({ onOpen, add, children }: Props) => (
  <Screen title="Referral Centers" actions={add}>
    <List of={referralCenters} onRow={onOpen} rowActions={useInvitationActions()} />
    {children}
  </Screen>
)

export const AllLabsScreen = ({ onOpen, add, children }: Props) => (
  <Screen title="Labs" actions={add}>
    <List of={labs} onRow={onOpen} rowActions={useInvitationActions()} />
    {children}
  </Screen>
)
