import { Button } from '@mantine/core'
import { Link, Navigate } from '@tanstack/react-router'
import type { CenterSummary } from '@vialdesk/contract/people/centers'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { repCenterColumns } from './center.columns.tsx'

const centers = {
  pageSize: 5,
  columns: repCenterColumns,
  rowName: ({ company }: CenterSummary) => company,
  rowHref: ({ id }: CenterSummary) => `/users/${id}`,
  empty: {
    hint: 'Send your referral link to a center. When it signs up, it appears here.',
    action: (
      <Button component={Link} to="/dashboard" variant="default">
        Your referral links
      </Button>
    ),
  },
}
const harvestCenters = defineList('GET /api/v1/harvest-centers/sales-rep/{id}/', {
  ...centers,
  name: 'rep-centers',
  label: 'Harvest centers',
})
const referralCenters = defineList('GET /api/v1/referral-harvest-centers/sales-rep/{id}/', {
  ...centers,
  name: 'rep-referral-centers',
  label: 'Referral harvest centers',
})

/** The harvest centers of a sales rep. */
export function RepHarvestCentersScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Your Associated Harvest Center's" lead="The harvest centers that signed up with you, newest first.">
      <List of={harvestCenters} params={{ id }} />
    </Screen>
  )
}

/** The referral harvest centers of a sales rep. */
export function RepReferralCentersScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Referral Harvest Centers" lead="The referral harvest centers that signed up with you, newest first.">
      <List of={referralCenters} params={{ id }} />
    </Screen>
  )
}
