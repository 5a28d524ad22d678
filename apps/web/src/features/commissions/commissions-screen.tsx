import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useChangeUrlSearch, useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { TabPanels } from '#web/ui/layout/tab-panels.tsx'
import { LeaderboardTab } from './leaderboard-tab.tsx'
import { RatesTab } from './rates-tab.tsx'
import { StatementsTab } from './statements-tab.tsx'

type CommissionTab = 'statements' | 'rates' | 'leaderboard'

interface TabEntry {
  value: CommissionTab
  label: string
  content: ReactNode
}

const statements: TabEntry = { value: 'statements', label: 'Statements', content: <StatementsTab /> }
const rates: TabEntry = { value: 'rates', label: 'Rates', content: <RatesTab /> }
const leaderboard: TabEntry = { value: 'leaderboard', label: 'Leaderboard', content: <LeaderboardTab /> }

/** Only known once the list answered; until then nothing is shown. */
function OffNotice() {
  const { data } = useQuery(apiQuery('GET /api/v1/commissions/statements/', { query: { limit: 1 } }))
  if (data?.enabled !== false) return null
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} />} title="Commissions are turned off">
      New sales earn no commissions. Commissions of earlier sales stay.
    </Alert>
  )
}

const noFilters = { month: undefined, membership: undefined, user_id: undefined, state: undefined, period: undefined }

/** Commissions: statements and the leaderboard; admins also set the rates. */
export function CommissionsScreen() {
  const isAdmin = useMayCall('POST /api/v1/commissions/rates/')
  const { tab } = useUrlSearch<{ tab?: CommissionTab }>()
  const change = useChangeUrlSearch()
  const tabs = isAdmin ? [statements, rates, leaderboard] : [statements, leaderboard]
  const open = (next: CommissionTab) =>
    change({ ...noFilters, offset: undefined, tab: next === 'statements' ? undefined : next }, { replace: true })
  return (
    <Screen title="Commissions">
      <OffNotice />
      <TabPanels tabs={tabs} value={tab} onOpen={open} />
    </Screen>
  )
}
