import { expect, it } from 'vitest'
import { isFromOurPages } from './same-origin.ts'

const origins = ['https://tracker.example']

it.each([
  { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, is: true },
  { headers: { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, is: false },
  { headers: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, is: false },
  {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', referer: 'https://tracker.example/' },
    is: false,
  },
  { headers: { referer: 'https://tracker.example/projects' }, is: true },
  { headers: { referer: 'http://tracker.example/' }, is: false },
  { headers: { referer: 'https://tracker.example.evil/' }, is: false },
  { headers: { referer: 'https://tracker.example:8443/' }, is: false },
  { headers: { referer: 'nonsense' }, is: false },
  { headers: {}, is: false },
])('a request with $headers comes from the same origin: $is', ({ headers, is }) => {
  expect(isFromOurPages(headers, origins)).toBe(is)
})
