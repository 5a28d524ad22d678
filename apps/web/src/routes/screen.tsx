import {
  type AnyRoute,
  createRoute,
  lazyRouteComponent,
  type ResolveParams,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'

type Screens = Record<string, FunctionComponent<object>>
type PropsOf<Screen> = Screen extends (props: infer Props extends object) => unknown ? Props : object

interface Options<Path extends string, Search extends object, Props> {
  /** Reads the search part of the URL. */
  search?: (search: Record<string, unknown>) => Search
  /** The key of the search without which the URL leads to the login. */
  needs?: string
  /** What the screen gets of its URL. */
  props?: (params: ResolveParams<Path>, search: Search) => Props
}

/** The component loads when its screen is opened, and begins to load when the pointer is on a link to it. Another record is another page. */
function lazyPage(load: () => Promise<Screens>, name: string, propsOf: (params: never, search: never) => object) {
  const Page = lazyRouteComponent(load, name)
  const WithProps = () => {
    const [params, search] = [useParams({ strict: false }), useSearch({ strict: false })]
    return <Page key={Object.values(params).join()} {...propsOf(params as never, search as never)} />
  }
  return Object.assign(WithProps, { preload: async () => Page.preload?.() })
}

function assertKey(search: object, key: string): void {
  if (!(key in search)) throw redirect({ to: '/', replace: true })
}

/** Makes the routes below a frame. `name` is the component in the file that `load` loads. */
export const screensIn =
  <Frame extends AnyRoute>(frame: Frame) =>
  <const Path extends string, Module, Name extends keyof Module & string, Search extends object = object>(
    path: Path,
    name: Name,
    load: () => Promise<Module>,
    ...[{ search, needs, props } = {}]: object extends PropsOf<Module[Name]>
      ? [Options<Path, Search, PropsOf<Module[Name]>>?]
      : [Options<Path, Search, PropsOf<Module[Name]>> & { props: unknown }]
  ) => {
    const loadScreen = load as () => Promise<Screens>
    return createRoute({
      getParentRoute: () => frame,
      path,
      validateSearch: search ?? (() => ({}) as Search),
      ...(needs && { beforeLoad: ({ search: found }: { search: object }) => assertKey(found, needs) }),
      component: props ? lazyPage(loadScreen, name, props) : lazyRouteComponent(loadScreen, name),
    })
  }
