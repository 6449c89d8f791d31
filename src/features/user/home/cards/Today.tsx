import { Link } from 'react-router'
import type * as z from 'zod'
import { formatTime } from '#web/page/format.ts'
import type { Appointment } from '../home.contract.ts'

// Takes the hour and minute out of a moment as it is written.
const hourOf = (moment: string) => formatTime(moment).slice(-5)

/** Draws the meetings and visitors that today still has for the caller. */
export const Today = ({ appointments }: { appointments: z.output<typeof Appointment>[] }) => (
  <section className="home-card" aria-labelledby="home-today">
    <h2 id="home-today">今天</h2>
    {appointments.length === 0 && <p className="home-none">今天没有会议和来访</p>}
    <ul className="home-rows">
      {appointments.map(({ path, begins, title, place }) => (
        <li key={path}>
          <span className="home-hour">{hourOf(begins)}</span>
          <span className="home-words">
            <Link to={path}>{title}</Link>
            {place && <small>{place}</small>}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
