import { askEarly } from './data/early.ts'
import { pathOf, readsAt, routeAt } from './route-at.ts'

// While the bulk of the code is on its way, so is what the page that is opened needs of its own.
const here = routeAt(pathOf(location))
if (here !== undefined) {
  askEarly(readsAt(here, location.search))
  // Who shows the page asks for it again, and says what is wrong.
  here.route.load().catch(() => undefined)
}
void import('./main.tsx').then(({ show }) => show())
