import { createFileRoute } from '@tanstack/react-router'
import { CommissionsScreen } from '#web/features/commissions/commissions-screen.tsx'
import { asId, asMonth, asOneOf, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  tab: asOneOf('statements', 'rates', 'leaderboard'),
  month: asMonth,
  membership: asId,
  user_id: asId,
  state: asOneOf('payable', 'unpaid', 'paid'),
  period: asOneOf('month', 'quarter', 'year'),
  statement: asId,
  ...listSearch,
})

export const Route = createFileRoute('/_app/commissions')({ validateSearch, component: CommissionsScreen })
