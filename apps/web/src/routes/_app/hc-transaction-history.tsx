import { createFileRoute } from '@tanstack/react-router'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { CenterTransactionsScreen } from '#web/features/transactions/center-transactions-screen.tsx'
import { asDay, asText, asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, date_after: asDay, date_before: asDay, offset: asWholeNumber })

export const Route = createFileRoute('/_app/hc-transaction-history')({
  validateSearch,
  component: () => <CenterTransactionsScreen onOpenLabel={useOpenLabel().mutate} />,
})
