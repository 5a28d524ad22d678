/**
 * The pictures of docs/imports.md, drawn from the imports of the source files. `node scripts/draw-architecture.ts` writes them
 * into the page; the check fails while the page shows older ones.
 */
import { placeOf } from './arrows.ts'
import { featureOf, graphOf } from './cycles.ts'
import { isTest, type Source } from './sources.ts'

export const PICTURES_PAGE = 'docs/imports.md'

/** Test code and tools may import much more, so their arrows would hide those of the product. */
const LEFT_OUT = new Set(['api/testing', 'bench', 'drills', 'scripts', 'e2e', 'web/build'])

const PROGRAMS: [prefix: string, title: string][] = [
  ['web/', 'apps/web'],
  ['api/', 'apps/api/src'],
]

type Arrow = [from: string, to: string]

/** Each pair of different nodes that an import connects, in a fixed order. */
const arrowsBetween = (sources: Source[], nodeOf: (file: string) => string | undefined): Arrow[] =>
  [
    ...graphOf(
      sources.filter(({ path }) => !isTest(path)),
      nodeOf,
    ),
  ]
    .flatMap(([from, targets]) => [...targets].map((to): Arrow => [from, to]))
    .sort(([a, b], [c, d]) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1))

/** Without the arrows that follow from others (A → C, where A → B → C is drawn): the picture shows the layers. */
function withoutShortcuts(arrows: Arrow[]): Arrow[] {
  const kept = [...arrows]
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    kept.some(([a, b]) => {
      if (a !== from || seen.has(b)) return false
      seen.add(b)
      return b === to || reaches(b, to, seen)
    })
  for (const arrow of arrows) {
    const at = kept.indexOf(arrow)
    kept.splice(at, 1)
    if (!reaches(...arrow)) kept.splice(at, 0, arrow)
  }
  return kept
}

/** Mermaid reads a slash or a hyphen in an id as syntax. */
const idOf = (node: string) => node.replace(/\W/g, '_')

function drawAreas(sources: Source[]): string {
  const areaOf = (file: string) => {
    const area = placeOf(file)?.area
    return area === undefined || LEFT_OUT.has(area) ? undefined : area
  }
  const arrows = withoutShortcuts(arrowsBetween(sources, areaOf).filter(([, to]) => to !== 'contract'))
  const areas = [...new Set(arrows.flat())].sort()
  const boxes = PROGRAMS.flatMap(([prefix, title]) => [
    `  subgraph ${idOf(prefix)}[${title}]`,
    ...areas.filter((area) => area.startsWith(prefix)).map((area) => `    ${idOf(area)}[${area.slice(prefix.length)}]`),
    '  end',
  ])
  return ['flowchart TD', ...boxes, ...arrows.map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`)].join('\n')
}

function drawFeatures(sources: Source[]): string {
  return ['flowchart TD', ...withoutShortcuts(arrowsBetween(sources, featureOf)).map(([from, to]) => `  ${from} --> ${to}`)].join(
    '\n',
  )
}

const PICTURES: Record<string, (sources: Source[]) => string> = { areas: drawAreas, features: drawFeatures }

/** The page with each picture between `<!-- picture: name -->` and `<!-- end -->` drawn again. */
export function drawPictures(page: string, sources: Source[]): string {
  return page.replace(/(<!-- picture: (\w+) -->)[\s\S]*?(<!-- end -->)/g, (whole, start: string, name: string, end: string) => {
    const draw = PICTURES[name]
    return draw ? `${start}\n\`\`\`mermaid\n${draw(sources)}\n\`\`\`\n${end}` : whole
  })
}

export function pictureFaults(documents: Source[], sources: Source[]): string[] {
  const page = documents.find(({ path }) => path === PICTURES_PAGE)?.text ?? ''
  const missing = Object.keys(PICTURES).filter((name) => !page.includes(`<!-- picture: ${name} -->`))
  if (missing.length > 0) return missing.map((name) => `${PICTURES_PAGE} has no place for the picture ${name}`)
  return drawPictures(page, sources) === page
    ? []
    : [`the pictures of ${PICTURES_PAGE} are not current: run node scripts/draw-architecture.ts`]
}
