import { createFileRoute } from '@tanstack/react-router'
import { PaymentsToReviewScreen } from '#web/features/checkout/review/payments-to-review-screen.tsx'

export const Route = createFileRoute('/_app/payments-to-review')({ component: PaymentsToReviewScreen })
