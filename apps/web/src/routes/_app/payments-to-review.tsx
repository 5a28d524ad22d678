import { createFileRoute } from '@tanstack/react-router'
import { PaymentsToReviewScreen } from '#web/features/checkout/review/payments-to-review-screen.tsx'
import { listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ ...listSearch })

export const Route = createFileRoute('/_app/payments-to-review')({ validateSearch, component: PaymentsToReviewScreen })
