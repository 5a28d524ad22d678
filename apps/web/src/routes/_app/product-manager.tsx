import { createFileRoute } from '@tanstack/react-router'
import { ProductsScreen } from '#web/features/products/products-screen.tsx'
import { asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch })

export const Route = createFileRoute('/_app/product-manager')({ validateSearch, component: ProductsScreen })
