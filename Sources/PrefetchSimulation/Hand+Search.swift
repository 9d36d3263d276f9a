import SeededRandom

extension Hand {
    /// Types three to five keys, each of which leaves a third of what was found before, looks at what is found, and goes back to
    /// where it was. Keys come 0.12 to 0.35 s apart, as people type.
    mutating func search() {
        let place = offset
        for _ in 0..<(3 + Int(random.uniform() * 3)) {
            every *= 3
            draw(0, .jump)
            rest(random.uniform(0.12...0.35))
        }
        rest(random.uniform(0.5...2))
        for _ in 0..<Int(random.uniform() * 3) {
            drag()
            rest(random.uniform(0.5...1.5))
        }
        every = 1
        draw(place, .jump)
        rest(random.uniform(0.3...1))
        flings(.exponential(2))
    }
}
