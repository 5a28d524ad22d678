import { createFileRoute } from '@tanstack/react-router'
import { AssetsScreen } from '#web/features/resources/assets/assets-screen.tsx'
import { asText, formFromLink, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch, ...formFromLink })

export const Route = createFileRoute('/_app/assets-manager')({ validateSearch, component: AssetsScreen })
