import { createFileRoute } from '@tanstack/react-router'
import { CouponsScreen } from '#web/features/coupons/coupons-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/coupon-manager')({ component: CouponsScreen })
