import { createFileRoute } from '@tanstack/react-router'
import { LabelRequestsScreen } from '#web/features/shipping/label-requests-screen.tsx'
import { asId, asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, offset: asWhole, request: asId })

export const Route = createFileRoute('/_app/fedex-requests')({ validateSearch, component: LabelRequestsScreen })
