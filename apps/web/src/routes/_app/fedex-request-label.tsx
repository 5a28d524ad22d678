import { createFileRoute } from '@tanstack/react-router'
import { LabelRequestScreen } from '#web/features/shipping/label-request-screen.tsx'
import { asId, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole, fee: asId })

export const Route = createFileRoute('/_app/fedex-request-label')({
  validateSearch,
  component: () => <LabelRequestScreen kind="harvest_center" />,
})
