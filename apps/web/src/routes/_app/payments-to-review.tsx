import { createFileRoute } from '@tanstack/react-router'
import { PaymentsToReviewScreen } from '#web/features/checkout/payments-to-review-screen.tsx'
import { asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole })

export const Route = createFileRoute('/_app/payments-to-review')({ validateSearch, component: PaymentsToReviewScreen })
