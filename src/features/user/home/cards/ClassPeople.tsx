import { Link } from 'react-router'
import type * as z from 'zod'
import { Avatar } from '#web/page/Avatar.tsx'
import type { Birthday, Newcomer } from '../home.contract.ts'

const dayWords = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', weekday: 'short' })

const wordsOfDay = (day: string) =>
  dayWords.format(new Date(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))))

type PersonProps = { stuNo: string; stuName: string; note: string }

const Person = ({ stuNo, stuName, note }: PersonProps) => (
  <li>
    <Avatar name={stuName} />
    <span className="home-words">
      <Link to={`/ent/stu?stuNo=${stuNo}`}>{stuName}</Link>
      <small>{note}</small>
    </span>
  </li>
)

/** Draws the birthdays of the next seven days. */
export const Birthdays = ({ people, isShown }: { people: z.output<typeof Birthday>[]; isShown: boolean }) =>
  isShown && (
    <section className="home-card" aria-labelledby="home-birthdays">
      <h2 id="home-birthdays">七天内的生日</h2>
      {people.length === 0 && <p className="home-none">七天内没有人过生日</p>}
      <ul className="home-rows">
        {people.map(({ stuNo, stuName, day, age }) => (
          <Person key={stuNo} stuNo={stuNo} stuName={stuName} note={`${wordsOfDay(day)} · ${age} 岁`} />
        ))}
      </ul>
    </section>
  )

/** Draws who came into these classes within a month. */
export const Newcomers = ({ people }: { people: z.output<typeof Newcomer>[] }) =>
  people.length > 0 && (
    <section className="home-card" aria-labelledby="home-newcomers">
      <h2 id="home-newcomers">近一月新来的</h2>
      <ul className="home-rows">
        {people.map(({ stuNo, stuName, unitName, day }) => (
          <Person key={stuNo} stuNo={stuNo} stuName={stuName} note={`${unitName} · ${wordsOfDay(day)}`} />
        ))}
      </ul>
    </section>
  )
