import { createFileRoute } from '@tanstack/react-router'
import { PaymentsToReviewScreen } from '#web/features/checkout/review/payments-to-review-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/payments-to-review')({ component: PaymentsToReviewScreen })
