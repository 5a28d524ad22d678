import { createFileRoute } from '@tanstack/react-router'
import { AssetsScreen } from '#web/features/resources/assets/assets-screen.tsx'
import { asText, asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, offset: asWholeNumber })

export const Route = createFileRoute('/_app/assets-manager')({ validateSearch, component: AssetsScreen })
