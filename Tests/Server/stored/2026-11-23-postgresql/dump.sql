--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: lookahead; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA lookahead;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: attributes; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.attributes (
    collection bigint NOT NULL,
    item bigint NOT NULL,
    json text NOT NULL
);


--
-- Name: changes; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.changes (
    collection bigint NOT NULL,
    version bigint NOT NULL,
    before bigint NOT NULL,
    stamp bigint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY lookahead.changes ALTER COLUMN body SET STORAGE EXTERNAL;


--
-- Name: checkpoints; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.checkpoints (
    collection bigint NOT NULL,
    checkpoint bigint NOT NULL,
    place bigint NOT NULL,
    part bigint NOT NULL,
    section bigint NOT NULL,
    items bytea NOT NULL
);
ALTER TABLE ONLY lookahead.checkpoints ALTER COLUMN items SET STORAGE EXTERNAL;


--
-- Name: collections; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.collections (
    key bigint NOT NULL,
    id text NOT NULL,
    version bigint NOT NULL,
    stamp bigint NOT NULL,
    checkpoint bigint NOT NULL,
    queries bigint NOT NULL,
    created timestamp with time zone NOT NULL,
    posted_title text,
    posting_key text
)
WITH (fillfactor='50');


--
-- Name: items; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.items (
    collection bigint NOT NULL,
    first bigint NOT NULL,
    count bigint NOT NULL,
    ids bytea NOT NULL
);
ALTER TABLE ONLY lookahead.items ALTER COLUMN ids SET STORAGE EXTERNAL;


--
-- Name: leases; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.leases (
    collection bigint NOT NULL,
    task text NOT NULL,
    holder bigint NOT NULL,
    until timestamp with time zone NOT NULL
);


--
-- Name: marks; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.marks (
    collection bigint NOT NULL,
    part bigint NOT NULL,
    marks bytea NOT NULL
);


--
-- Name: queries; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.queries (
    collection bigint NOT NULL,
    name text NOT NULL,
    title text NOT NULL,
    document text NOT NULL
);


--
-- Name: revisions; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.revisions (
    collection bigint NOT NULL,
    item bigint NOT NULL,
    revision bigint NOT NULL
);


--
-- Name: roots; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.roots (
    collection bigint NOT NULL,
    server bigint NOT NULL,
    root text NOT NULL,
    seen timestamp with time zone NOT NULL
);


--
-- Name: sections; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.sections (
    collection bigint NOT NULL,
    ordinal bigint NOT NULL,
    id text NOT NULL,
    title text NOT NULL
);


--
-- Name: servers; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.servers (
    id bigint NOT NULL,
    seen timestamp with time zone NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: lookahead; Owner: -
--

CREATE TABLE lookahead.version (
    id bigint NOT NULL,
    version bigint NOT NULL
);


--
-- Data for Name: attributes; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.attributes VALUES (4578601087559271075, 0, '{"changes":0,"attributes":{},"item":{"title":"Bird 0","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 1, '{"changes":0,"attributes":{},"item":{"title":"Bird 1","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 2, '{"changes":0,"attributes":{},"item":{"title":"Bird 2","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 3, '{"changes":0,"attributes":{},"item":{"title":"Bird 3","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 4, '{"changes":0,"attributes":{},"item":{"title":"Bird 4","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 5, '{"changes":0,"attributes":{},"item":{"title":"Bird 5","kind":"plain"}}');
INSERT INTO lookahead.attributes VALUES (4578601087559271075, 6, '{"changes":0,"attributes":{"note":"올빼미"},"item":{"title":"Owl","kind":"plain"}}');


--
-- Data for Name: changes; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.changes VALUES (1942018017652374455, 2, 7690548385089892867, 2795669974519463907, '\x010e000000010000010000000300000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 3, 2795669974519463907, 1828522836720733513, '\x010e000000010000010004010004000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 4, 1828522836720733513, 521559138733369747, '\x010e000000010000010000000201000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 5, 521559138733369747, 206471978091699438, '\x010e0000000100000100020000010000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a22756e646f6e65222c2274616b656e223a317d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 6, 206471978091699438, 5495450604881749681, '\x010a0000000100000000010200000000000000000000000100000002000000012a0000007b226368616e676573223a312c2261747472696275746573223a7b226e6f7465223a2263726f70227d7d00000000000000000001480000007b226b696e64223a227265636f72646564222c22636f6e74656e7473223a5b5b322c227b5c226368616e6765735c223a302c5c22617474726962757465735c223a7b7d7d225d5d7d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 7, 5495450604881749681, 9021630683402896831, '\x010c0000000100000000030001020000000000000000000000000000000e0000000100000001000201030d01030000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 8, 9021630683402896831, 7477767772188081319, '\x010a00000001000000000101000000000000000000000000000000180000000100010457616c6c060001010001010001018d0801010d00000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 2, 7431570530457385505, 781952420657775708, '\x010e000000010000010000000300000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 3, 781952420657775708, 7142665385620826437, '\x010e000000010000010004010004000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 4, 7142665385620826437, 8341350914786302291, '\x010e000000010000010000000201000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 5, 8341350914786302291, 5624735725754770872, '\x010e0000000100000100020000010000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a22756e646f6e65222c2274616b656e223a317d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 6, 5624735725754770872, 5302785616120038700, '\x010a000000010000000001020000000000000000000000010000000200000001530000007b226368616e676573223a312c2261747472696275746573223a7b226e6f7465223a2263726f70227d2c226974656d223a7b227469746c65223a22426972642032222c226b696e64223a22706c61696e227d7d000000000000000000017b0000007b226b696e64223a227265636f72646564222c22636f6e74656e7473223a5b5b322c227b5c226368616e6765735c223a302c5c22617474726962757465735c223a7b7d2c5c226974656d5c223a7b5c227469746c655c223a5c224269726420325c222c5c226b696e645c223a5c22706c61696e5c227d7d225d5d7d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 7, 5302785616120038700, 1097013118445136291, '\x010c0000000100000000030001020000000000000000000000000000000e0000000100000001000201030d01030000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 8, 1097013118445136291, 741408361139994410, '\x010a00000001000000000101000000000000000000000000000000180000000100010457616c6c060001010001010001018d0801010d00000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (8750905098568766813, 2, 6367127784395675021, 765767589756425534, '\x010f00000001000200000000010100000000000002000000000000002700000070686f746f732d323031633533646465313034343437652f424c6e535146527642533931553059010000002700000070686f746f732d323031633533646465313034343437652f7536424d5368486f4f736264797648000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 9, 7477767772188081319, 8566390887470595706, '\x010e000000010000010003000000000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 9, 741408361139994410, 7492050612074958627, '\x010e000000010000010004000005000000000000000000000000000000000000000000000000000001130000007b226b696e64223a227265636f72646564227d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 10, 8566390887470595706, 4434524087320730301, '\x010e0000000100000100000003000000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a22756e646f6e65222c2274616b656e223a317d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 10, 7492050612074958627, 7086833828308327978, '\x010e0000000100000100000004050000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a22756e646f6e65222c2274616b656e223a317d');
INSERT INTO lookahead.changes VALUES (1942018017652374455, 11, 4434524087320730301, 91157440411378380, '\x010e0000000100000100030000000000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a227265646f6e65222c2274616b656e223a317d');
INSERT INTO lookahead.changes VALUES (4578601087559271075, 11, 7086833828308327978, 269670967841429842, '\x010e0000000100000100040000050000000000000000000000000000000000000000000000000000011b0000007b226b696e64223a227265646f6e65222c2274616b656e223a317d');


--
-- Data for Name: checkpoints; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.checkpoints VALUES (1942018017652374455, 1, 0, 0, 0, '\x0000000001000000020000000300000004000000');
INSERT INTO lookahead.checkpoints VALUES (1942018017652374455, 1, 1, 0, 1, '\x05000000060000000700000008000000');
INSERT INTO lookahead.checkpoints VALUES (4578601087559271075, 1, 0, 0, 0, '\x000000000100000002000000030000000400000005000000');
INSERT INTO lookahead.checkpoints VALUES (4578601087559271075, 1, 1, 0, 1, '\x06000000');
INSERT INTO lookahead.checkpoints VALUES (8750905098568766813, 1, 0, 0, 0, '\x');


--
-- Data for Name: collections; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.collections VALUES (8750905098568766813, 'album~03b26abbc7d6256d', 2, 765767589756425534, 1, 0, '2026-11-24 08:33:17.278481+00', 'Wall', NULL);
INSERT INTO lookahead.collections VALUES (1942018017652374455, 'photos-201c53dde104447e', 11, 91157440411378380, 1, 1, '2026-11-24 08:33:15.81315+00', NULL, NULL);
INSERT INTO lookahead.collections VALUES (4578601087559271075, 'birds', 11, 269670967841429842, 1, 1, '2026-11-24 08:33:16.310514+00', 'Birds', NULL);


--
-- Data for Name: items; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.items VALUES (1942018017652374455, 0, 9, '\x0f00424c6e5351465276425339315530590f007536424d5368486f4f7362647976480f006970344e78494a4c79596e626338790f004e7867316b4b664458304e61366b350f00464336644467357a705079426b53450f00546346495a4666634b4e426e3966550f004b65537248696561347a71504c4c370f007464516e33534f776f58385a3132630f006148574743624c7531466e71475a72');
INSERT INTO lookahead.items VALUES (4578601087559271075, 0, 7, '\x02006230020062310200623202006233020062340200623502006239');


--
-- Data for Name: leases; Type: TABLE DATA; Schema: lookahead; Owner: -
--



--
-- Data for Name: marks; Type: TABLE DATA; Schema: lookahead; Owner: -
--



--
-- Data for Name: queries; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.queries VALUES (1942018017652374455, 'best', 'best', '{"where":{"field":"stars","from":4}}');
INSERT INTO lookahead.queries VALUES (4578601087559271075, 'best', 'best', '{"where":{"field":"stars","from":4}}');


--
-- Data for Name: revisions; Type: TABLE DATA; Schema: lookahead; Owner: -
--



--
-- Data for Name: roots; Type: TABLE DATA; Schema: lookahead; Owner: -
--



--
-- Data for Name: sections; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.sections VALUES (1942018017652374455, 0, 'bgrsrVUaYPzTT5l', 'First');
INSERT INTO lookahead.sections VALUES (1942018017652374455, 1, 'E3Azr2BJ4RTQ2TN', 'Second');
INSERT INTO lookahead.sections VALUES (4578601087559271075, 0, 'small', 'Small');
INSERT INTO lookahead.sections VALUES (4578601087559271075, 1, 'large', 'Large');
INSERT INTO lookahead.sections VALUES (8750905098568766813, 0, 'main', '');


--
-- Data for Name: servers; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.servers VALUES (8577420579437989110, '2026-11-24 08:33:16.453445+00');


--
-- Data for Name: version; Type: TABLE DATA; Schema: lookahead; Owner: -
--

INSERT INTO lookahead.version VALUES (1, 1);


--
-- Name: attributes attributes_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.attributes
    ADD CONSTRAINT attributes_pkey PRIMARY KEY (collection, item);


--
-- Name: changes changes_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.changes
    ADD CONSTRAINT changes_pkey PRIMARY KEY (collection, version);


--
-- Name: checkpoints checkpoints_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (collection, checkpoint, place, part);


--
-- Name: collections collections_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.collections
    ADD CONSTRAINT collections_pkey PRIMARY KEY (key);


--
-- Name: items items_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.items
    ADD CONSTRAINT items_pkey PRIMARY KEY (collection, first);


--
-- Name: leases leases_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (collection, task);


--
-- Name: marks marks_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (collection, part);


--
-- Name: queries queries_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.queries
    ADD CONSTRAINT queries_pkey PRIMARY KEY (collection, name);


--
-- Name: revisions revisions_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.revisions
    ADD CONSTRAINT revisions_pkey PRIMARY KEY (collection, item);


--
-- Name: roots roots_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.roots
    ADD CONSTRAINT roots_pkey PRIMARY KEY (collection, server);


--
-- Name: sections sections_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.sections
    ADD CONSTRAINT sections_pkey PRIMARY KEY (collection, ordinal);


--
-- Name: servers servers_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.servers
    ADD CONSTRAINT servers_pkey PRIMARY KEY (id);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: lookahead; Owner: -
--

ALTER TABLE ONLY lookahead.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (id);


--
-- PostgreSQL database dump complete
--


