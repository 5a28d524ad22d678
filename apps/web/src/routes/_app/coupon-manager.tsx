import { createFileRoute } from '@tanstack/react-router'
import { CouponsScreen } from '#web/features/coupons/coupons-screen.tsx'
import { asText, formFromLink, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch, ...formFromLink })

export const Route = createFileRoute('/_app/coupon-manager')({ validateSearch, component: CouponsScreen })
