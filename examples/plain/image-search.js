import { searchEvents } from '@vitrine/client/events'
import { client, pictureUrl, productHref, tracker } from './shop.js'

const problem = document.querySelector('[role=alert]')

const input = document.querySelector('input[type=file]')
input.addEventListener('change', search)
// The shopper can choose a file before this script is loaded.
if (input.files.length > 0) void search()

async function search() {
  try {
    problem.textContent = ''
    const answer = await client.imageSearch({ image: input.files[0] })
    const events = searchEvents(tracker, answer, { searchType: 'image' })
    document.querySelector('ul.grid').replaceChildren(...answer.products.map((product) => cardOf(product, events)))
    void events.rendered()
  } catch (error) {
    problem.textContent = error.message
  }
}

function cardOf(product, events) {
  const item = Object.assign(document.createElement('li'), { className: 'card' })
  const link = Object.assign(document.createElement('a'), { href: productHref(product) })
  const picture = Object.assign(document.createElement('img'), { src: pictureUrl(product.image) ?? '', alt: '' })
  link.append(picture, product.title)
  link.addEventListener('click', () => void events.clicked(product))
  item.append(link)
  return item
}
